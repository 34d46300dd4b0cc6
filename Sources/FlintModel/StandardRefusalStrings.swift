// SPDX-License-Identifier: MIT

// Written by "make resources" from Resources/Refusals.xcstrings.
// swift-format-ignore-file

/// The framework's own String Catalog of refusals.
let standardRefusalStrings = ##"""
{
  "sourceLanguage" : "en",
  "strings" : {
    "Bluetooth" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Bluetooth"}}}},
    "Calendar events" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Kalender"}}}},
    "Camera" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Kamera"}}}},
    "Contacts" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Kontakte"}}}},
    "Face ID" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Face ID"}}}},
    "Health" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Gesundheit"}}}},
    "HomeKit" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Zuhause"}}}},
    "Local network" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Lokales Netzwerk"}}}},
    "Location always" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Standort immer"}}}},
    "Location when in use" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Standort bei Verwendung"}}}},
    "Media library" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Mediathek"}}}},
    "Microphone" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Mikrofon"}}}},
    "Motion" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Bewegung"}}}},
    "Notifications" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Mitteilungen"}}}},
    "Photos" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Fotos"}}}},
    "Photos add only" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Fotos hinzufügen"}}}},
    "Reminders" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Erinnerungen"}}}},
    "SiriKit" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Siri"}}}},
    "Speech recognition" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Spracherkennung"}}}},
    "Tracking" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Tracking"}}}},
    "refusal.list.comma" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@, %2$@"}},"en" : {"stringUnit" : {"state" : "translated","value" : "%1$@, %2$@"}}}},
    "refusal.list.pair" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ und %2$@"}},"en" : {"stringUnit" : {"state" : "translated","value" : "%1$@ and %2$@"}}}},
    "refusal.name.setting" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "die Einstellung %1$@"}},"en" : {"stringUnit" : {"state" : "translated","value" : "the setting %1$@"}}}},
    "refusal.name.switch" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "die Freigabe von %1$@"}},"en" : {"stringUnit" : {"state" : "translated","value" : "the release of %1$@"}}}},
    "refusal.reason.platform" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ ist nötig, und dies ist %2$@"}},"en" : {"stringUnit" : {"state" : "translated","value" : "%1$@ is required, and this is %2$@"}}}},
    "refusal.reason.not-sold" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ wird im Store nicht angeboten"}},"en" : {"stringUnit" : {"state" : "translated","value" : "The store does not sell %1$@"}}}},
    "refusal.reason.restricted" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ ist auf diesem Gerät gesperrt"}},"en" : {"stringUnit" : {"state" : "translated","value" : "%1$@ is restricted on this device"}}}},
    "refusal.reason.unsupported" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Dieses Gerät unterstützt %1$@ nicht"}},"en" : {"stringUnit" : {"state" : "translated","value" : "This device does not support %1$@"}}}},
    "refusal.sentence" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Für %1$@ fehlt noch: %2$@."}},"en" : {"stringUnit" : {"state" : "translated","value" : "%1$@ needs %2$@."}}}},
    "refusal.sentence.declined" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ lässt sich gerade nicht verwenden."}},"en" : {"stringUnit" : {"state" : "translated","value" : "%1$@ cannot be used at the moment."}}}},
    "refusal.sentence.nobody" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Das kann hier niemand ändern: %1$@."}},"en" : {"stringUnit" : {"state" : "translated","value" : "Nobody can change this here: %1$@."}}}},
    "refusal.sentence.undetermined" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Für %1$@ ist noch offen: %2$@."}},"en" : {"stringUnit" : {"state" : "translated","value" : "%1$@ needs %2$@, and it is not known yet whether everything is there."}}}},
    "refusal.step.allow" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ erlauben"}},"en" : {"stringUnit" : {"state" : "translated","value" : "Allow %1$@"}}}},
    "refusal.step.buy" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ kaufen"}},"en" : {"stringUnit" : {"state" : "translated","value" : "Buy %1$@"}}}},
    "refusal.step.contact.developer" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Den Entwickler bitten, %1$@ einzuschalten"}},"en" : {"stringUnit" : {"state" : "translated","value" : "Ask the developer to turn on %1$@"}}}},
    "refusal.step.contact.operator" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Den Betreiber des Dienstes bitten: %1$@"}},"en" : {"stringUnit" : {"state" : "translated","value" : "Ask the operator of the service: %1$@"}}}},
    "refusal.step.open-settings" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ in den Systemeinstellungen erlauben"}},"en" : {"stringUnit" : {"state" : "translated","value" : "Allow %1$@ in the system settings"}}}},
    "refusal.step.turn-on" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ einschalten"}},"en" : {"stringUnit" : {"state" : "translated","value" : "Turn on %1$@"}}}},
    "refusal.step.update" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Auf %1$@ aktualisieren"}},"en" : {"stringUnit" : {"state" : "translated","value" : "Update to %1$@"}}}},
    "refusal.step.wait" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Auf die Antwort zu %1$@ warten"}},"en" : {"stringUnit" : {"state" : "translated","value" : "Wait for the answer about %1$@"}}}},
    "refusal.title" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ ist nicht verfügbar"}},"en" : {"stringUnit" : {"state" : "translated","value" : "%1$@ is not available"}}}},
    "refusal.title.undetermined" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "%1$@ ist vielleicht verfügbar"}},"en" : {"stringUnit" : {"state" : "translated","value" : "%1$@ may become available"}}}}
  },
  "version" : "1.0"
}
"""##
