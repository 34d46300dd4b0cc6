// SPDX-License-Identifier: MIT

// Written by "make screens" from Resources/schema.

extension ToolSchema {
    /// The schema's text on one line.
    package var text: String {
        switch self {
        case .change: Self.changeText
        case .compare: Self.compareText
        case .cover: Self.coverText
        case .coverage: Self.coverageText
        case .explain: Self.explainText
        case .impact: Self.impactText
        case .list: Self.listText
        case .log: Self.logText
        case .perform: Self.performText
        case .proof: Self.proofText
        case .timeline: Self.timelineText
        case .unlock: Self.unlockText
        case .warnings: Self.warningsText
        case .whatIf: Self.whatIfText
        }
    }

    private static let changeText = #"""
        {"$defs":{"availability":{"description":"Whether the feature is available; null if that is undetermined.","t\#
        ype":["boolean","null"]},"change":{"additionalProperties":false,"description":"A feature whose availability \#
        changes.","properties":{"after":{"$ref":"#/$defs/availability"},"before":{"$ref":"#/$defs/availability"},"fe\#
        atureID":{"type":"string"},"featureName":{"type":"string"}},"required":["featureID","featureName","before","\#
        after"],"type":"object"},"commandStatus":{"description":"done, failed, or unavailable if the action's featur\#
        e is not available.","enum":["done","unavailable","failed"],"type":"string"},"unsavedChange":{"additionalPro\#
        perties":false,"properties":{"isHistory":{"description":"Whether the change was saved, but not its entry in \#
        the history.","type":"boolean"},"isLocked":{"description":"Whether another process holds the file's lock. Ot\#
        herwise, the file itself cannot be written.","type":"boolean"},"reason":{"description":"The problem, the aff\#
        ected file, and the remedy.","type":"string"}},"required":["reason","isLocked","isHistory"],"type":"object"}\#
        },"$id":"urn:flint:schema:change.v1","$schema":"https://json-schema.org/draft/2020-12/schema","additionalPro\#
        perties":false,"description":"The result of a command that changes the app.","properties":{"changes":{"items\#
        ":{"$ref":"#/$defs/change"},"type":"array"},"dryRun":{"const":true,"description":"Present only with --dry-ru\#
        n. The app was not changed."},"message":{"type":"string"},"status":{"$ref":"#/$defs/commandStatus"},"unsaved\#
        ":{"description":"Changes that took effect but could not be saved. Absent if every change was saved.","items\#
        ":{"$ref":"#/$defs/unsavedChange"},"type":"array"}},"required":["status","message","changes"],"title":"flint\#
         user-setting, permission, store, persona apply, undo, redo","type":"object"}
        """#

    private static let compareText = #"""
        {"$defs":{"availability":{"description":"Whether the feature is available; null if that is undetermined.","t\#
        ype":["boolean","null"]},"change":{"additionalProperties":false,"description":"A feature whose availability \#
        changes.","properties":{"after":{"$ref":"#/$defs/availability"},"before":{"$ref":"#/$defs/availability"},"fe\#
        atureID":{"type":"string"},"featureName":{"type":"string"}},"required":["featureID","featureName","before","\#
        after"],"type":"object"},"fact":{"additionalProperties":false,"description":"A fact that requirements depend\#
         on.","properties":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"}},"required":["kind","key"],"t\#
        ype":"object"},"factChange":{"additionalProperties":false,"description":"A fact whose value differs.","prope\#
        rties":{"after":{"type":"string"},"before":{"type":"string"},"fact":{"anyOf":[{"$ref":"#/$defs/fact"},{"type\#
        ":"null"}],"description":"The fact; null for past purchases."},"title":{"type":"string"}},"required":["fact"\#
        ,"title","before","after"],"type":"object"},"factKind":{"description":"The kind of fact.","enum":["purchase"\#
        ,"permission","user-setting","runtime-switch","flag","platform"],"type":"string"}},"$id":"urn:flint:schema:c\#
        ompare.v1","$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"descriptio\#
        n":"The smallest set of facts that explains why features are available in one state and not in another.","pr\#
        operties":{"differingFactCount":{"description":"The number of facts that differ and that features depend on.\#
        ","minimum":0,"type":"integer"},"explanation":{"items":{"$ref":"#/$defs/factChange"},"type":"array"},"featur\#
        es":{"items":{"additionalProperties":false,"properties":{"change":{"$ref":"#/$defs/change"},"facts":{"descri\#
        ption":"The facts of the explanation that are sufficient for the feature.","items":{"$ref":"#/$defs/factChan\#
        ge"},"type":"array"},"requirementsDiffer":{"type":"boolean"}},"required":["change","facts","requirementsDiff\#
        er"],"type":"object"},"type":"array"},"from":{"type":"string"},"isSmallest":{"description":"Whether it is pr\#
        oved that no smaller set of facts explains the differences.","type":"boolean"},"onlyInFirst":{"items":{"type\#
        ":"string"},"type":"array"},"onlyInSecond":{"items":{"type":"string"},"type":"array"},"to":{"type":"string"}\#
        },"required":["from","to","explanation","isSmallest","differingFactCount","features","onlyInFirst","onlyInSe\#
        cond"],"title":"flint compare","type":"object"}
        """#

    private static let coverText = #"""
        {"$defs":{"fact":{"additionalProperties":false,"description":"A fact that requirements depend on.","properti\#
        es":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"}},"required":["kind","key"],"type":"object"},\#
        "factKind":{"description":"The kind of fact.","enum":["purchase","permission","user-setting","runtime-switch\#
        ","flag","platform"],"type":"string"},"obligation":{"additionalProperties":false,"description":"A situation \#
        that personas must show: a feature is available, or one requirement is the only reason that it is not.","pro\#
        perties":{"fact":{"anyOf":[{"$ref":"#/$defs/fact"},{"type":"null"}],"description":"The fact of the requireme\#
        nt that is the only reason for a denial; null if the feature is available."},"featureID":{"type":"string"},"\#
        featureName":{"type":"string"},"requirement":{"description":"The requirement in words.","type":["string","nu\#
        ll"]}},"required":["featureID","featureName","fact","requirement"],"type":"object"},"permissionStatus":{"des\#
        cription":"The status of a system permission.","enum":["not-determined","authorized","denied","restricted","\#
        unsupported"],"type":"string"},"persona":{"additionalProperties":false,"description":"A named state of the a\#
        pp.","properties":{"description":{"type":"string"},"flags":{"additionalProperties":{"enum":["on","off"],"typ\#
        e":"string"},"description":"Keyed by flag key; \"*\" stands for all other flags.","type":"object"},"name":{"\#
        type":"string"},"permissions":{"additionalProperties":{"$ref":"#/$defs/permissionStatus"},"description":"Key\#
        ed by permission; \"*\" stands for all other permissions.","type":"object"},"platform":{"description":"A pla\#
        tform, such as \"iOS 17.2\".","type":"string"},"purchases":{"additionalProperties":{"$ref":"#/$defs/purchase\#
        Status"},"description":"Keyed by product id; \"*\" stands for all other products.","type":"object"},"runtime\#
        Switches":{"additionalProperties":{"enum":["on","off"],"type":"string"},"description":"Runtime switches, key\#
        ed by feature id.","type":"object"},"userSettings":{"additionalProperties":{"enum":["on","off"],"type":"stri\#
        ng"},"description":"User settings, keyed by feature id.","type":"object"}},"required":["name"],"type":"objec\#
        t"},"purchaseStatus":{"description":"The purchase status of a product.","enum":["purchased","not-purchased",\#
        "unknown"],"type":"string"}},"$id":"urn:flint:schema:persona-cover.v1","$schema":"https://json-schema.org/dr\#
        aft/2020-12/schema","additionalProperties":false,"description":"A small set of personas that covers every fe\#
        ature and requirement.","properties":{"factCount":{"minimum":0,"type":"integer"},"featureCount":{"minimum":0\#
        ,"type":"integer"},"isProvedMinimal":{"description":"Whether it is proved that no smaller set exists.","type\#
        ":"boolean"},"lowerBound":{"description":"The number of personas that any such set needs at least.","minimum\#
        ":0,"type":"integer"},"personas":{"items":{"additionalProperties":false,"properties":{"isExisting":{"type":"\#
        boolean"},"obligations":{"description":"The situations that this persona and none of the previous ones shows\#
        .","items":{"$ref":"#/$defs/obligation"},"type":"array"},"persona":{"$ref":"#/$defs/persona"}},"required":["\#
        persona","isExisting","obligations"],"type":"object"},"type":"array"},"requirementCount":{"minimum":0,"type"\#
        :"integer"},"unmet":{"description":"The situations that no persona can show.","items":{"additionalProperties\#
        ":false,"properties":{"obligation":{"$ref":"#/$defs/obligation"},"reason":{"type":"string"}},"required":["ob\#
        ligation","reason"],"type":"object"},"type":"array"}},"required":["personas","unmet","featureCount","require\#
        mentCount","factCount","lowerBound","isProvedMinimal"],"title":"flint persona cover","type":"object"}
        """#

    private static let coverageText = #"""
        {"$defs":{"fact":{"additionalProperties":false,"description":"A fact that requirements depend on.","properti\#
        es":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"}},"required":["kind","key"],"type":"object"},\#
        "factKind":{"description":"The kind of fact.","enum":["purchase","permission","user-setting","runtime-switch\#
        ","flag","platform"],"type":"string"},"obligation":{"additionalProperties":false,"description":"A situation \#
        that personas must show: a feature is available, or one requirement is the only reason that it is not.","pro\#
        perties":{"fact":{"anyOf":[{"$ref":"#/$defs/fact"},{"type":"null"}],"description":"The fact of the requireme\#
        nt that is the only reason for a denial; null if the feature is available."},"featureID":{"type":"string"},"\#
        featureName":{"type":"string"},"requirement":{"description":"The requirement in words.","type":["string","nu\#
        ll"]}},"required":["featureID","featureName","fact","requirement"],"type":"object"}},"$id":"urn:flint:schema\#
        :coverage.v1","$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"descrip\#
        tion":"The situations that recordings and expectations have shown, and those that they have not.","propertie\#
        s":{"impossible":{"description":"The situations that no state can show.","items":{"additionalProperties":fal\#
        se,"properties":{"obligation":{"$ref":"#/$defs/obligation"},"reason":{"type":"string"}},"required":["obligat\#
        ion","reason"],"type":"object"},"type":"array"},"percent":{"description":"The share of the possible situatio\#
        ns that were seen, rounded down.","minimum":0,"type":"integer"},"seen":{"items":{"additionalProperties":fals\#
        e,"properties":{"obligation":{"$ref":"#/$defs/obligation"},"sighting":{"additionalProperties":false,"descrip\#
        tion":"The first state that shows the situation.","properties":{"event":{"description":"The event whose stat\#
        e shows the situation, or 0 for the state at the start; null for an expectations file.","type":["integer","n\#
        ull"]},"source":{"description":"The name of the source.","type":"string"},"state":{"description":"The state \#
        of an expectations file; null for other sources.","type":["string","null"]}},"required":["source","event","s\#
        tate"],"type":"object"}},"required":["obligation","sighting"],"type":"object"},"type":"array"},"sources":{"i\#
        tems":{"additionalProperties":false,"properties":{"firstSeenCount":{"description":"The number of situations \#
        that no earlier source shows.","minimum":0,"type":"integer"},"kind":{"enum":["journal","report","expectation\#
        s","app"],"type":"string"},"name":{"description":"The path of the file, or the name of the app.","type":"str\#
        ing"},"stateCount":{"minimum":0,"type":"integer"}},"required":["kind","name","stateCount","firstSeenCount"],\#
        "type":"object"},"type":"array"},"unseen":{"description":"The situations that no state has shown.","items":{\#
        "$ref":"#/$defs/obligation"},"type":"array"}},"required":["percent","seen","unseen","impossible","sources"],\#
        "title":"flint coverage","type":"object"}
        """#

    private static let explainText = #"""
        {"$defs":{"action":{"additionalProperties":false,"description":"An action of a feature.","properties":{"desc\#
        ription":{"type":"string"},"id":{"type":"string"},"input":{"anyOf":[{"additionalProperties":false,"propertie\#
        s":{"fields":{"items":{"additionalProperties":false,"properties":{"description":{"type":"string"},"isRequire\#
        d":{"type":"boolean"},"isSensitive":{"type":"boolean"},"name":{"type":"string"}},"required":["name","descrip\#
        tion","isRequired","isSensitive"],"type":"object"},"type":"array"},"isDecodable":{"type":"boolean"},"type":{\#
        "type":"string"}},"required":["type","isDecodable","fields"],"type":"object"},{"type":"null"}]},"location":{\#
        "anyOf":[{"$ref":"#/$defs/location"},{"type":"null"}]},"name":{"type":"string"},"presenter":{"type":["string\#
        ","null"]},"published":{"type":"boolean"}},"required":["id","name","description","published","input","presen\#
        ter","location"],"type":"object"},"availability":{"description":"Whether the feature is available; null if t\#
        hat is undetermined.","type":["boolean","null"]},"declaration":{"additionalProperties":false,"description":"\#
        The developers' notes about a feature, a flag, or a product.","properties":{"kind":{"description":"The purpo\#
        se of the item's gate.","enum":["release","experiment","kill-switch","permanent",null]},"link":{"type":["str\#
        ing","null"]},"location":{"anyOf":[{"$ref":"#/$defs/location"},{"type":"null"}]},"owner":{"description":"The\#
         team or person who decides about the item.","type":["string","null"]},"reviewDate":{"description":"The day \#
        of the next review, such as 2027-03-01.","type":["string","null"]},"since":{"description":"The app version t\#
        hat introduced the item.","type":["string","null"]}},"required":["owner","kind","since","reviewDate","link",\#
        "location"],"type":"object"},"expiry":{"description":"The expiry of an override.","oneOf":[{"additionalPrope\#
        rties":false,"properties":{"until":{"description":"A date and time in UTC.","format":"date-time","type":"str\#
        ing"}},"required":["until"],"type":"object"},{"additionalProperties":false,"properties":{"uses":{"descriptio\#
        n":"The number of remaining actions that depend on the override.","minimum":0,"type":"integer"}},"required":\#
        ["uses"],"type":"object"},{"additionalProperties":false,"properties":{"after":{"description":"The number of \#
        seconds after the override is set.","type":"number"}},"required":["after"],"type":"object"},{"additionalProp\#
        erties":false,"properties":{"untilQuit":{"const":true}},"required":["untilQuit"],"type":"object"}]},"factKin\#
        d":{"description":"The kind of fact.","enum":["purchase","permission","user-setting","runtime-switch","flag"\#
        ,"platform"],"type":"string"},"feature":{"additionalProperties":false,"description":"A feature, its availabi\#
        lity, and its requirements.","properties":{"actions":{"items":{"$ref":"#/$defs/action"},"type":"array"},"ava\#
        ilable":{"$ref":"#/$defs/availability"},"conditional":{"type":"boolean"},"declaration":{"anyOf":[{"$ref":"#/\#
        $defs/declaration"},{"type":"null"}]},"depth":{"minimum":0,"type":"integer"},"description":{"type":"string"}\#
        ,"firstBlocking":{"description":"The index of the blocking requirement in requirements.","type":["integer","\#
        null"]},"id":{"description":"The feature's path, such as PodcastFeatures/FavouritesFeature.","type":"string"\#
        },"impossiblePlans":{"$ref":"#/$defs/plans"},"isGroup":{"type":"boolean"},"name":{"type":"string"},"parent":\#
        {"type":["string","null"]},"platforms":{"description":"The platforms that the feature itself supports; null \#
        for all versions of all platforms.","type":["string","null"]},"requirements":{"items":{"$ref":"#/$defs/requi\#
        rement"},"type":"array"},"runtimeSwitch":{"type":["boolean","null"]},"typeName":{"type":"string"},"unlockPla\#
        ns":{"$ref":"#/$defs/plans"},"unlockPlansAreComplete":{"type":["boolean","null"]},"userSetting":{"type":["bo\#
        olean","null"]},"variation":{"type":["string","null"]},"visible":{"type":"boolean"}},"required":["id","typeN\#
        ame","name","description","parent","depth","conditional","isGroup","visible","variation","available","requir\#
        ements","firstBlocking","unlockPlans","unlockPlansAreComplete","impossiblePlans","actions","userSetting","ru\#
        ntimeSwitch","platforms","declaration"],"type":"object"},"location":{"additionalProperties":false,"descripti\#
        on":"A line of source code.","properties":{"fileID":{"description":"The module and the file, such as FlintPo\#
        dcasts/SleepTimer.swift.","type":"string"},"line":{"minimum":1,"type":"integer"}},"required":["fileID","line\#
        "],"type":"object"},"override":{"additionalProperties":false,"description":"An override of one value.","prop\#
        erties":{"expiry":{"anyOf":[{"$ref":"#/$defs/expiry"},{"type":"null"}]},"key":{"description":"A product id, \#
        permission, feature id or flag key; \"current\" for the platform.","type":"string"},"kind":{"$ref":"#/$defs/\#
        factKind"},"reason":{"type":["string","null"]},"source":{"description":"The source of the override.","type":\#
        ["string","null"]},"value":{"type":"string"}},"required":["kind","key","value","reason","expiry","source"],"\#
        type":"object"},"plans":{"anyOf":[{"items":{"items":{"$ref":"#/$defs/step"},"type":"array"},"type":"array"},\#
        {"type":"null"}],"description":"Alternative plans, each of which needs all of its steps; null if they were n\#
        ot requested."},"requirement":{"additionalProperties":false,"description":"A requirement of a feature. The p\#
        arts of a heading (any-of, all-of) follow it, one level deeper.","properties":{"attributes":{"description":"\#
        The limits on the access that the system grants. Absent if there are none.","items":{"enum":["provisional","\#
        ephemeral","limited","allowed-once","reduced-accuracy"],"type":"string"},"type":"array"},"depth":{"descripti\#
        on":"The nesting depth below headings.","minimum":0,"type":"integer"},"inheritedFrom":{"description":"The id\#
         of the group that declares the requirement.","type":["string","null"]},"isBlocking":{"type":"boolean"},"key\#
        ":{"description":"The product id, permission, feature id or flag key. For a heading, null, or the number of \#
        the group if it occurs in several places.","type":["string","null"]},"kind":{"enum":["platform","permission"\#
        ,"purchase","user-setting","runtime-switch","flag","parent","registration","any-of","all-of"],"type":"string\#
        "},"override":{"description":"The value of the override.","type":["string","null"]},"quantity":{"description\#
        ":"The number of required units of a consumable.","type":["integer","null"]},"source":{"type":"string"},"sta\#
        te":{"description":"The value as spelled in commands; null for a heading.","type":["string","null"]},"statem\#
        ent":{"description":"The requirement and its current value, as a sentence.","type":"string"},"status":{"enum\#
        ":["satisfied","not-satisfied","not-determined"],"type":"string"},"title":{"type":"string"},"value":{"type":\#
        "string"},"waiting":{"additionalProperties":false,"description":"The value that the source has reported and \#
        that takes effect later, or null.","properties":{"source":{"type":"string"},"takesEffect":{"enum":["now","ne\#
        xt-session","next-start"],"type":"string"},"value":{"description":"The value as spelled in commands.","type"\#
        :"string"}},"required":["value","source","takesEffect"],"type":["object","null"]}},"required":["kind","key",\#
        "title","statement","quantity","status","value","state","override","source","inheritedFrom","depth","isBlock\#
        ing","waiting"],"type":"object"},"step":{"additionalProperties":false,"description":"A step toward making a \#
        feature available.","properties":{"atRenewalOf":{"description":"The active subscription whose renewal the pu\#
        rchase waits for.","type":"string"},"key":{"type":"string"},"kind":{"enum":["platform","permission","purchas\#
        e","user-setting","runtime-switch","flag","parent","registration","any-of","all-of"],"type":"string"},"means\#
        ":{"description":"The party that can take the step.","enum":["user-must","developer-can","impossible-here"],\#
        "type":"string"},"override":{"description":"The override value that has the same effect; null if an override\#
         has to be removed.","type":["string","null"]},"price":{"description":"The price as displayed by the store."\#
        ,"type":["string","null"]},"reason":{"type":["string","null"]},"subscriptionPeriod":{"description":"An ISO 8\#
        601 duration, such as P1M.","type":["string","null"]},"title":{"type":"string"}},"required":["kind","key","t\#
        itle","means","reason","override","price","subscriptionPeriod"],"type":"object"}},"$id":"urn:flint:schema:ex\#
        plain.v1","$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"description\#
        ":"The explanation of a feature's availability, and the plans that would unlock it.","properties":{"conditio\#
        n":{"description":"The feature's condition, in words; absent if the feature has no requirements.","type":"st\#
        ring"},"feature":{"$ref":"#/$defs/feature"},"overrides":{"items":{"$ref":"#/$defs/override"},"type":"array"}\#
        ,"sentence":{"type":"string"}},"required":["feature","sentence","overrides"],"title":"flint explain","type":\#
        "object"}
        """#

    private static let impactText = #"""
        {"$defs":{"assumption":{"additionalProperties":false,"description":"An assumed value of a fact.","properties\#
        ":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"},"value":{"description":"The assumed value; nul\#
        l assumes that the override is removed.","type":["string","null"]}},"required":["kind","key","value"],"type"\#
        :"object"},"availability":{"description":"Whether the feature is available; null if that is undetermined.","\#
        type":["boolean","null"]},"change":{"additionalProperties":false,"description":"A feature whose availability\#
         changes.","properties":{"after":{"$ref":"#/$defs/availability"},"before":{"$ref":"#/$defs/availability"},"f\#
        eatureID":{"type":"string"},"featureName":{"type":"string"}},"required":["featureID","featureName","before",\#
        "after"],"type":"object"},"factKind":{"description":"The kind of fact.","enum":["purchase","permission","use\#
        r-setting","runtime-switch","flag","platform"],"type":"string"}},"$id":"urn:flint:schema:impact.v1","$schema\#
        ":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"The features th\#
        at become unavailable without a fact, now and for every persona.","properties":{"assumption":{"$ref":"#/$def\#
        s/assumption"},"states":{"items":{"additionalProperties":false,"properties":{"lost":{"items":{"$ref":"#/$def\#
        s/change"},"type":"array"},"name":{"type":"string"}},"required":["name","lost"],"type":"object"},"type":"arr\#
        ay"}},"required":["assumption","states"],"title":"flint impact","type":"object"}
        """#

    private static let listText = #"""
        {"$defs":{"availability":{"description":"Whether the feature is available; null if that is undetermined.","t\#
        ype":["boolean","null"]},"line":{"additionalProperties":false,"properties":{"available":{"$ref":"#/$defs/ava\#
        ilability"},"id":{"type":"string"},"name":{"type":"string"},"overridden":{"type":"boolean"}},"required":["id\#
        ","name","available","overridden"],"type":"object"}},"$id":"urn:flint:schema:mcp-list.v1","$schema":"https:/\#
        /json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"A page of the matching fe\#
        atures.","properties":{"features":{"items":{"$ref":"#/$defs/line"},"type":"array"},"total":{"description":"T\#
        he number of all matching features, including those on other pages.","minimum":0,"type":"integer"}},"require\#
        d":["features","total"],"title":"The tool list_features","type":"object"}
        """#

    private static let logText = #"""
        {"$defs":{"logLine":{"additionalProperties":false,"description":"A line of the app's log.","properties":{"ac\#
        tionID":{"type":"string"},"actionName":{"type":"string"},"activity":{"type":"string"},"date":{"format":"date\#
        -time","type":"string"},"featureID":{"type":"string"},"id":{"minimum":0,"type":"integer"},"label":{"type":"s\#
        tring"},"level":{"enum":["trace","debug","info","notice","warning","error","critical"],"type":"string"},"met\#
        adata":{"additionalProperties":{"type":"string"},"type":"object"},"session":{"type":"string"},"source":{"typ\#
        e":"string"},"text":{"type":"string"},"topic":{"type":"string"},"userInitiated":{"type":"boolean"}},"require\#
        d":["id","date","level","text","metadata","label","source"],"type":"object"}},"$id":"urn:flint:schema:logs.v\#
        1","$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"The \#
        log lines since the app's start, or those in a recording.","properties":{"lines":{"items":{"$ref":"#/$defs/l\#
        ogLine"},"type":"array"}},"required":["lines"],"title":"flint logs","type":"object"}
        """#

    private static let performText = #"""
        {"$defs":{"commandStatus":{"description":"done, failed, or unavailable if the action's feature is not availa\#
        ble.","enum":["done","unavailable","failed"],"type":"string"},"event":{"additionalProperties":false,"descrip\#
        tion":"An event on the timeline. Keys that do not apply are absent.","properties":{"actionID":{"type":"strin\#
        g"},"cause":{"type":"string"},"date":{"format":"date-time","type":"string"},"details":{"items":{"additionalP\#
        roperties":false,"properties":{"label":{"type":"string"},"value":{"type":"string"}},"required":["label","val\#
        ue"],"type":"object"},"type":"array"},"duration":{"description":"The duration in seconds.","type":"number"},\#
        "fact":{"$ref":"#/$defs/knownFact"},"featureCount":{"description":"The number of all features whose availabi\#
        lity changed, including unlisted ones.","minimum":1,"type":"integer"},"featureID":{"type":"string"},"feature\#
        s":{"description":"The features whose availability changed with the fact. If there are many, the first of th\#
        em.","items":{"additionalProperties":false,"properties":{"after":{"type":["boolean","null"]},"before":{"type\#
        ":["boolean","null"]},"featureID":{"type":"string"},"featureName":{"type":"string"}},"required":["featureID"\#
        ,"featureName","before","after"],"type":"object"},"type":"array"},"id":{"minimum":0,"type":"integer"},"input\#
        ":{"type":"string"},"inputInfo":{"additionalProperties":{"type":"string"},"type":"object"},"kind":{"enum":["\#
        action-began","action-completed","request-denied","fact-changed","store","prompt-shown","prompt-answered","f\#
        low-began","flow-ended","advisory"],"type":"string"},"outcome":{"enum":["success","failure","denied"],"type"\#
        :"string"},"request":{"minimum":0,"type":"integer"},"session":{"type":"string"},"source":{"type":"string"},"\#
        stack":{"description":"The number of the action stack.","minimum":0,"type":"integer"},"subject":{"additional\#
        Properties":false,"description":"The product of a store event, or the permission of a prompt.","properties":\#
        {"key":{"type":"string"},"kind":{"enum":["purchase","permission"],"type":"string"}},"required":["kind","key"\#
        ],"type":"object"},"title":{"type":"string"},"userInitiated":{"type":"boolean"}},"required":["id","date","ki\#
        nd","cause","title","details"],"type":"object"},"expiry":{"description":"The expiry of an override.","oneOf"\#
        :[{"additionalProperties":false,"properties":{"until":{"description":"A date and time in UTC.","format":"dat\#
        e-time","type":"string"}},"required":["until"],"type":"object"},{"additionalProperties":false,"properties":{\#
        "uses":{"description":"The number of remaining actions that depend on the override.","minimum":0,"type":"int\#
        eger"}},"required":["uses"],"type":"object"},{"additionalProperties":false,"properties":{"after":{"descripti\#
        on":"The number of seconds after the override is set.","type":"number"}},"required":["after"],"type":"object\#
        "},{"additionalProperties":false,"properties":{"untilQuit":{"const":true}},"required":["untilQuit"],"type":"\#
        object"}]},"flow":{"additionalProperties":false,"description":"An authorization flow.","properties":{"action\#
        Name":{"type":"string"},"answers":{"description":"The answers that the flow accepts now. A system prompt can\#
         offer fewer than its stage.","items":{"enum":["continue","ask-later","cancel-all","allow","allow-once","den\#
        y","next","stop","dismiss","abandon"]},"type":"array"},"cancelled":{"type":"boolean"},"current":{"type":"str\#
        ing"},"featureID":{"type":"string"},"featureName":{"type":"string"},"outstanding":{"items":{"type":"string"}\#
        ,"type":"array"},"permissions":{"items":{"additionalProperties":false,"properties":{"permission":{"type":"st\#
        ring"},"progress":{"enum":["waiting","current","answered","skipped","cancelled"],"type":"string"},"requested\#
        Access":{"type":"string"},"status":{"$ref":"#/$defs/permissionStatus"},"title":{"type":"string"},"usage":{"t\#
        ype":"string"}},"required":["permission","title","requestedAccess","usage","status","progress"],"type":"obje\#
        ct"},"type":"array"},"retryMessage":{"type":"string"},"retryStatus":{"$ref":"#/$defs/commandStatus"},"stage"\#
        :{"enum":["card","prompt","outcome","summary"],"type":"string"}},"required":["featureID","featureName","stag\#
        e","permissions","outstanding","cancelled"],"type":"object"},"knownFact":{"additionalProperties":false,"desc\#
        ription":"The state of a fact.","properties":{"detail":{"type":"string"},"key":{"type":"string"},"kind":{"en\#
        um":["platform","permission","purchase","past-purchases","user-setting","runtime-switch","flag"],"type":"str\#
        ing"},"override":{"additionalProperties":false,"properties":{"cause":{"type":"string"},"detail":{"type":"str\#
        ing"},"expiry":{"$ref":"#/$defs/expiry"},"reason":{"type":"string"},"since":{"format":"date-time","type":"st\#
        ring"},"value":{"type":"string"}},"required":["value","cause","since"],"type":"object"},"since":{"format":"d\#
        ate-time","type":"string"},"source":{"type":"string"},"value":{"description":"The actual value; for a balanc\#
        e, its number.","type":"string"}},"required":["kind","key","value","source","since"],"type":"object"},"permi\#
        ssionStatus":{"description":"The status of a system permission.","enum":["not-determined","authorized","deni\#
        ed","restricted","unsupported"],"type":"string"}},"$id":"urn:flint:schema:perform.v1","$schema":"https://jso\#
        n-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"The outcome of an action.","p\#
        roperties":{"dryRun":{"const":true,"description":"Present only with --dry-run. The app was not changed."},"e\#
        vents":{"description":"The events recorded during the action.","items":{"$ref":"#/$defs/event"},"type":"arra\#
        y"},"flow":{"anyOf":[{"$ref":"#/$defs/flow"},{"type":"null"}]},"message":{"type":"string"},"status":{"$ref":\#
        "#/$defs/commandStatus"}},"required":["status","message","flow","events"],"title":"flint perform, flint open\#
        ","type":"object"}
        """#

    private static let proofText = #"""
        {"$defs":{"fact":{"additionalProperties":false,"description":"A fact that requirements depend on.","properti\#
        es":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"}},"required":["kind","key"],"type":"object"},\#
        "factKind":{"description":"The kind of fact.","enum":["purchase","permission","user-setting","runtime-switch\#
        ","flag","platform"],"type":"string"},"permissionStatus":{"description":"The status of a system permission."\#
        ,"enum":["not-determined","authorized","denied","restricted","unsupported"],"type":"string"},"persona":{"add\#
        itionalProperties":false,"description":"A named state of the app.","properties":{"description":{"type":"stri\#
        ng"},"flags":{"additionalProperties":{"enum":["on","off"],"type":"string"},"description":"Keyed by flag key;\#
         \"*\" stands for all other flags.","type":"object"},"name":{"type":"string"},"permissions":{"additionalProp\#
        erties":{"$ref":"#/$defs/permissionStatus"},"description":"Keyed by permission; \"*\" stands for all other p\#
        ermissions.","type":"object"},"platform":{"description":"A platform, such as \"iOS 17.2\".","type":"string"}\#
        ,"purchases":{"additionalProperties":{"$ref":"#/$defs/purchaseStatus"},"description":"Keyed by product id; \\#
        "*\" stands for all other products.","type":"object"},"runtimeSwitches":{"additionalProperties":{"enum":["on\#
        ","off"],"type":"string"},"description":"Runtime switches, keyed by feature id.","type":"object"},"userSetti\#
        ngs":{"additionalProperties":{"enum":["on","off"],"type":"string"},"description":"User settings, keyed by fe\#
        ature id.","type":"object"}},"required":["name"],"type":"object"},"proof":{"additionalProperties":false,"des\#
        cription":"Whether a state changes the availability of a feature in one direction.","properties":{"isSmalles\#
        t":{"description":"Whether it is proved that no persona with fewer facts changes the feature.","type":"boole\#
        an"},"persona":{"anyOf":[{"$ref":"#/$defs/persona"},{"type":"null"}]},"steps":{"minimum":0,"type":"integer"}\#
        ,"values":{"description":"The facts that are sufficient for the change.","items":{"additionalProperties":fal\#
        se,"properties":{"fact":{"$ref":"#/$defs/fact"},"text":{"type":"string"},"title":{"type":"string"},"value":{\#
        "type":"string"}},"required":["fact","title","value","text"],"type":"object"},"type":"array"},"verdict":{"de\#
        scription":"never if no state changes the feature, found if the persona does, not-proved if the search gave \#
        up.","enum":["never","found","not-proved"],"type":"string"}},"required":["verdict","values","persona","isSma\#
        llest","steps"],"type":"object"},"purchaseStatus":{"description":"The purchase status of a product.","enum":\#
        ["purchased","not-purchased","unknown"],"type":"string"}},"$id":"urn:flint:schema:diff-prove.v1","$schema":"\#
        https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"For each feature o\#
        f two versions, whether a state loses or gains it.","properties":{"features":{"items":{"additionalProperties\#
        ":false,"properties":{"gains":{"$ref":"#/$defs/proof"},"id":{"type":"string"},"isInBoth":{"type":"boolean"},\#
        "loses":{"$ref":"#/$defs/proof"},"name":{"type":"string"}},"required":["id","name","isInBoth","loses","gains\#
        "],"type":"object"},"type":"array"},"steps":{"description":"The number of steps of all searches.","minimum":\#
        0,"type":"integer"}},"required":["features","steps"],"title":"flint diff --prove","type":"object"}
        """#

    private static let timelineText = #"""
        {"$defs":{"event":{"additionalProperties":false,"description":"An event on the timeline. Keys that do not ap\#
        ply are absent.","properties":{"actionID":{"type":"string"},"cause":{"type":"string"},"date":{"format":"date\#
        -time","type":"string"},"details":{"items":{"additionalProperties":false,"properties":{"label":{"type":"stri\#
        ng"},"value":{"type":"string"}},"required":["label","value"],"type":"object"},"type":"array"},"duration":{"d\#
        escription":"The duration in seconds.","type":"number"},"fact":{"$ref":"#/$defs/knownFact"},"featureCount":{\#
        "description":"The number of all features whose availability changed, including unlisted ones.","minimum":1,\#
        "type":"integer"},"featureID":{"type":"string"},"features":{"description":"The features whose availability c\#
        hanged with the fact. If there are many, the first of them.","items":{"additionalProperties":false,"properti\#
        es":{"after":{"type":["boolean","null"]},"before":{"type":["boolean","null"]},"featureID":{"type":"string"},\#
        "featureName":{"type":"string"}},"required":["featureID","featureName","before","after"],"type":"object"},"t\#
        ype":"array"},"id":{"minimum":0,"type":"integer"},"input":{"type":"string"},"inputInfo":{"additionalProperti\#
        es":{"type":"string"},"type":"object"},"kind":{"enum":["action-began","action-completed","request-denied","f\#
        act-changed","store","prompt-shown","prompt-answered","flow-began","flow-ended","advisory"],"type":"string"}\#
        ,"outcome":{"enum":["success","failure","denied"],"type":"string"},"request":{"minimum":0,"type":"integer"},\#
        "session":{"type":"string"},"source":{"type":"string"},"stack":{"description":"The number of the action stac\#
        k.","minimum":0,"type":"integer"},"subject":{"additionalProperties":false,"description":"The product of a st\#
        ore event, or the permission of a prompt.","properties":{"key":{"type":"string"},"kind":{"enum":["purchase",\#
        "permission"],"type":"string"}},"required":["kind","key"],"type":"object"},"title":{"type":"string"},"userIn\#
        itiated":{"type":"boolean"}},"required":["id","date","kind","cause","title","details"],"type":"object"},"exp\#
        iry":{"description":"The expiry of an override.","oneOf":[{"additionalProperties":false,"properties":{"until\#
        ":{"description":"A date and time in UTC.","format":"date-time","type":"string"}},"required":["until"],"type\#
        ":"object"},{"additionalProperties":false,"properties":{"uses":{"description":"The number of remaining actio\#
        ns that depend on the override.","minimum":0,"type":"integer"}},"required":["uses"],"type":"object"},{"addit\#
        ionalProperties":false,"properties":{"after":{"description":"The number of seconds after the override is set\#
        .","type":"number"}},"required":["after"],"type":"object"},{"additionalProperties":false,"properties":{"unti\#
        lQuit":{"const":true}},"required":["untilQuit"],"type":"object"}]},"knownFact":{"additionalProperties":false\#
        ,"description":"The state of a fact.","properties":{"detail":{"type":"string"},"key":{"type":"string"},"kind\#
        ":{"enum":["platform","permission","purchase","past-purchases","user-setting","runtime-switch","flag"],"type\#
        ":"string"},"override":{"additionalProperties":false,"properties":{"cause":{"type":"string"},"detail":{"type\#
        ":"string"},"expiry":{"$ref":"#/$defs/expiry"},"reason":{"type":"string"},"since":{"format":"date-time","typ\#
        e":"string"},"value":{"type":"string"}},"required":["value","cause","since"],"type":"object"},"since":{"form\#
        at":"date-time","type":"string"},"source":{"type":"string"},"value":{"description":"The actual value; for a \#
        balance, its number.","type":"string"}},"required":["kind","key","value","source","since"],"type":"object"}}\#
        ,"$id":"urn:flint:schema:timeline.v1","$schema":"https://json-schema.org/draft/2020-12/schema","additionalPr\#
        operties":false,"description":"The events since the app's start.","properties":{"events":{"items":{"$ref":"#\#
        /$defs/event"},"type":"array"}},"required":["events"],"title":"flint timeline","type":"object"}
        """#

    private static let unlockText = #"""
        {"$defs":{"availability":{"description":"Whether the feature is available; null if that is undetermined.","t\#
        ype":["boolean","null"]},"step":{"additionalProperties":false,"description":"A step toward making a feature \#
        available.","properties":{"atRenewalOf":{"description":"The active subscription whose renewal the purchase w\#
        aits for.","type":"string"},"key":{"type":"string"},"kind":{"enum":["platform","permission","purchase","user\#
        -setting","runtime-switch","flag","parent","registration","any-of","all-of"],"type":"string"},"means":{"desc\#
        ription":"The party that can take the step.","enum":["user-must","developer-can","impossible-here"],"type":"\#
        string"},"override":{"description":"The override value that has the same effect; null if an override has to \#
        be removed.","type":["string","null"]},"price":{"description":"The price as displayed by the store.","type":\#
        ["string","null"]},"reason":{"type":["string","null"]},"subscriptionPeriod":{"description":"An ISO 8601 dura\#
        tion, such as P1M.","type":["string","null"]},"title":{"type":"string"}},"required":["kind","key","title","m\#
        eans","reason","override","price","subscriptionPeriod"],"type":"object"},"way":{"additionalProperties":false\#
        ,"description":"A minimal set of steps.","properties":{"isPossible":{"type":"boolean"},"number":{"minimum":1\#
        ,"type":"integer"},"permissions":{"minimum":0,"type":"integer"},"price":{"description":"The total price of t\#
        he purchases.","type":["string","null"]},"steps":{"items":{"$ref":"#/$defs/step"},"type":"array"}},"required\#
        ":["number","isPossible","price","permissions","steps"],"type":"object"}},"$id":"urn:flint:schema:unlock.v2"\#
        ,"$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"The wa\#
        ys to make a feature available, cheapest first.","properties":{"areComplete":{"type":"boolean"},"available":\#
        {"$ref":"#/$defs/availability"},"id":{"description":"The feature's id.","type":"string"},"name":{"type":"str\#
        ing"},"ways":{"items":{"$ref":"#/$defs/way"},"type":"array"}},"required":["id","name","available","ways","ar\#
        eComplete"],"title":"flint unlock","type":"object"}
        """#

    private static let warningsText = #"""
        {"$defs":{"fact":{"additionalProperties":false,"description":"A fact that requirements depend on.","properti\#
        es":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"}},"required":["kind","key"],"type":"object"},\#
        "factKind":{"description":"The kind of fact.","enum":["purchase","permission","user-setting","runtime-switch\#
        ","flag","platform"],"type":"string"},"warning":{"additionalProperties":false,"properties":{"actionID":{"typ\#
        e":["string","null"]},"date":{"description":"The beginning of a state, or the last of the events; null for a\#
         state from an earlier run.","format":"date-time","type":["string","null"]},"event":{"description":"The numb\#
        er of the last of the events; null for a state.","minimum":0,"type":["integer","null"]},"fact":{"anyOf":[{"$\#
        ref":"#/$defs/fact"},{"type":"null"}]},"featureID":{"type":["string","null"]},"kind":{"description":"The rul\#
        e that raises the warning.","enum":["flapping-availability","flag-changed-in-session","purchase-without-effe\#
        ct","undetermined-feature","repeated-prompt","always-denied","frequent-requests","forgotten-override","waiti\#
        ng-flow"],"type":"string"},"message":{"description":"A sentence without the date, which stays the same while\#
         the warning is raised.","type":"string"}},"required":["kind","featureID","actionID","fact","message","date"\#
        ,"event"],"type":"object"}},"$id":"urn:flint:schema:warnings.v1","$schema":"https://json-schema.org/draft/20\#
        20-12/schema","additionalProperties":false,"description":"Warnings about the app's events and its state.","p\#
        roperties":{"warnings":{"items":{"$ref":"#/$defs/warning"},"type":"array"}},"required":["warnings"],"title":\#
        "flint warnings","type":"object"}
        """#

    private static let whatIfText = #"""
        {"$defs":{"assumedCommand":{"additionalProperties":false,"description":"An assumed command.","properties":{"\#
        change":{"description":"The words of the command.","type":"string"}},"required":["change"],"type":"object"},\#
        "assumption":{"additionalProperties":false,"description":"An assumed value of a fact.","properties":{"key":{\#
        "type":"string"},"kind":{"$ref":"#/$defs/factKind"},"value":{"description":"The assumed value; null assumes \#
        that the override is removed.","type":["string","null"]}},"required":["kind","key","value"],"type":"object"}\#
        ,"availability":{"description":"Whether the feature is available; null if that is undetermined.","type":["bo\#
        olean","null"]},"change":{"additionalProperties":false,"description":"A feature whose availability changes."\#
        ,"properties":{"after":{"$ref":"#/$defs/availability"},"before":{"$ref":"#/$defs/availability"},"featureID":\#
        {"type":"string"},"featureName":{"type":"string"}},"required":["featureID","featureName","before","after"],"\#
        type":"object"},"factKind":{"description":"The kind of fact.","enum":["purchase","permission","user-setting"\#
        ,"runtime-switch","flag","platform"],"type":"string"}},"$id":"urn:flint:schema:what-if.v1","$schema":"https:\#
        //json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"The features that would \#
        change under assumptions.","properties":{"assumptions":{"items":{"anyOf":[{"$ref":"#/$defs/assumption"},{"$r\#
        ef":"#/$defs/assumedCommand"}]},"type":"array"},"changes":{"items":{"$ref":"#/$defs/change"},"type":"array"}\#
        },"required":["assumptions","changes"],"title":"flint what-if","type":"object"}
        """#
}
