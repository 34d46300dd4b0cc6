// Written by "make screens" from Resources/schema.

extension ToolSchema {
    /// The schema's text on one line.
    package var text: String {
        switch self {
        case .change: Self.changeText
        case .explain: Self.explainText
        case .impact: Self.impactText
        case .list: Self.listText
        case .log: Self.logText
        case .perform: Self.performText
        case .timeline: Self.timelineText
        case .unlock: Self.unlockText
        case .whatIf: Self.whatIfText
        }
    }

    private static let changeText = #"""
        {"$defs":{"availability":{"description":"Whether it is available; null while that is not known.","type":["bo\#
        olean","null"]},"change":{"additionalProperties":false,"description":"A feature whose availability changes."\#
        ,"properties":{"after":{"$ref":"#/$defs/availability"},"before":{"$ref":"#/$defs/availability"},"featureID":\#
        {"type":"string"},"featureName":{"type":"string"}},"required":["featureID","featureName","before","after"],"\#
        type":"object"},"commandStatus":{"description":"done; unavailable for an action of a feature that is not ava\#
        ilable; failed.","enum":["done","unavailable","failed"],"type":"string"},"unsavedChange":{"additionalPropert\#
        ies":false,"properties":{"isHistory":{"description":"Whether the change itself is saved, and only its entry \#
        in the history is not.","type":"boolean"},"isLocked":{"description":"Whether the lock of the file is in the \#
        way, and not the file.","type":"boolean"},"reason":{"description":"What is wrong, where, and what to do.","t\#
        ype":"string"}},"required":["reason","isLocked","isHistory"],"type":"object"}},"$id":"urn:flint:schema:chang\#
        e.v1","$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"W\#
        hat a command has changed.","properties":{"changes":{"items":{"$ref":"#/$defs/change"},"type":"array"},"dryR\#
        un":{"const":true,"description":"There only with --dry-run: nothing was changed."},"message":{"type":"string\#
        "},"status":{"$ref":"#/$defs/commandStatus"},"unsaved":{"description":"Changes that count and are not saved;\#
         there only if there are some.","items":{"$ref":"#/$defs/unsavedChange"},"type":"array"}},"required":["statu\#
        s","message","changes"],"title":"flint toggle, permission, store, persona apply, undo, redo","type":"object"\#
        }
        """#

    private static let explainText = #"""
        {"$defs":{"action":{"additionalProperties":false,"description":"An action of a feature.","properties":{"desc\#
        ription":{"type":"string"},"id":{"type":"string"},"input":{"anyOf":[{"additionalProperties":false,"propertie\#
        s":{"fields":{"items":{"additionalProperties":false,"properties":{"description":{"type":"string"},"isRequire\#
        d":{"type":"boolean"},"isSensitive":{"type":"boolean"},"name":{"type":"string"}},"required":["name","descrip\#
        tion","isRequired","isSensitive"],"type":"object"},"type":"array"},"isDecodable":{"type":"boolean"},"type":{\#
        "type":"string"}},"required":["type","isDecodable","fields"],"type":"object"},{"type":"null"}]},"name":{"typ\#
        e":"string"},"presenter":{"type":["string","null"]},"published":{"type":"boolean"}},"required":["id","name",\#
        "description","published","input","presenter"],"type":"object"},"availability":{"description":"Whether it is\#
         available; null while that is not known.","type":["boolean","null"]},"expiry":{"description":"When an overr\#
        ide expires.","oneOf":[{"additionalProperties":false,"properties":{"until":{"description":"A moment in unive\#
        rsal time.","format":"date-time","type":"string"}},"required":["until"],"type":"object"},{"additionalPropert\#
        ies":false,"properties":{"uses":{"description":"How many more actions that depend on it.","minimum":0,"type"\#
        :"integer"}},"required":["uses"],"type":"object"},{"additionalProperties":false,"properties":{"after":{"desc\#
        ription":"Seconds from the start.","type":"number"}},"required":["after"],"type":"object"},{"additionalPrope\#
        rties":false,"properties":{"untilQuit":{"const":true}},"required":["untilQuit"],"type":"object"}]},"factKind\#
        ":{"description":"What kind of value a requirement depends on.","enum":["purchase","permission","toggle","ru\#
        ntime-switch","flag","platform"],"type":"string"},"feature":{"additionalProperties":false,"description":"A f\#
        eature: what it is, whether it is available, and why.","properties":{"actions":{"items":{"$ref":"#/$defs/act\#
        ion"},"type":"array"},"available":{"$ref":"#/$defs/availability"},"conditional":{"type":"boolean"},"depth":{\#
        "minimum":0,"type":"integer"},"description":{"type":"string"},"firstBlocking":{"description":"The index in r\#
        equirements of the one that blocks first.","type":["integer","null"]},"id":{"description":"The feature's pat\#
        h, such as PodcastFeatures/FavouritesFeature.","type":"string"},"impossiblePlans":{"$ref":"#/$defs/plans"},"\#
        isGroup":{"type":"boolean"},"name":{"type":"string"},"parent":{"type":["string","null"]},"platforms":{"descr\#
        iption":"The platforms that the feature itself supports; null for every version of every platform.","type":[\#
        "string","null"]},"requirements":{"items":{"$ref":"#/$defs/requirement"},"type":"array"},"runtimeSwitch":{"t\#
        ype":["boolean","null"]},"typeName":{"type":"string"},"unlockPlans":{"$ref":"#/$defs/plans"},"unlockPlansAre\#
        Complete":{"type":["boolean","null"]},"userToggle":{"type":["boolean","null"]},"variation":{"type":["string"\#
        ,"null"]},"visible":{"type":"boolean"}},"required":["id","typeName","name","description","parent","depth","c\#
        onditional","isGroup","visible","variation","available","requirements","firstBlocking","unlockPlans","unlock\#
        PlansAreComplete","impossiblePlans","actions","userToggle","runtimeSwitch","platforms"],"type":"object"},"ov\#
        erride":{"additionalProperties":false,"description":"An override of one value.","properties":{"expiry":{"any\#
        Of":[{"$ref":"#/$defs/expiry"},{"type":"null"}]},"key":{"description":"A product id, permission, feature id \#
        or flag key; \"current\" for the platform.","type":"string"},"kind":{"$ref":"#/$defs/factKind"},"reason":{"t\#
        ype":["string","null"]},"source":{"description":"Who made it.","type":["string","null"]},"value":{"type":"st\#
        ring"}},"required":["kind","key","value","reason","expiry","source"],"type":"object"},"plans":{"anyOf":[{"it\#
        ems":{"items":{"$ref":"#/$defs/step"},"type":"array"},"type":"array"},{"type":"null"}],"description":"Altern\#
        atives, each of which needs all of its steps; null if they were not requested."},"requirement":{"additionalP\#
        roperties":false,"description":"A requirement of a feature. A heading (any-of, all-of) is followed by its pa\#
        rts, one depth further in.","properties":{"depth":{"description":"How deeply it is nested under headings.","\#
        minimum":0,"type":"integer"},"inheritedFrom":{"description":"The id of the group that declares it.","type":[\#
        "string","null"]},"isBlocking":{"type":"boolean"},"key":{"description":"The product id, permission, feature \#
        id or flag key; null in headings, or the number of a group that is in several places.","type":["string","nul\#
        l"]},"kind":{"enum":["platform","permission","purchase","toggle","runtime-switch","flag","parent","registrat\#
        ion","any-of","all-of"],"type":"string"},"override":{"description":"The overriding value.","type":["string",\#
        "null"]},"quantity":{"description":"How many units of a consumable product are required.","type":["integer",\#
        "null"]},"source":{"type":"string"},"state":{"description":"The value as commands spell it; null in headings\#
        .","type":["string","null"]},"statement":{"description":"What is required and its value, as a sentence.","ty\#
        pe":"string"},"status":{"enum":["satisfied","not-satisfied","not-determined"],"type":"string"},"title":{"typ\#
        e":"string"},"value":{"type":"string"}},"required":["kind","key","title","statement","quantity","status","va\#
        lue","state","override","source","inheritedFrom","depth","isBlocking"],"type":"object"},"step":{"additionalP\#
        roperties":false,"description":"One thing to do on the way to making a feature available.","properties":{"ke\#
        y":{"type":"string"},"kind":{"enum":["platform","permission","purchase","toggle","runtime-switch","flag","pa\#
        rent","registration","any-of","all-of"],"type":"string"},"means":{"description":"Who can take the step.","en\#
        um":["user-must","developer-can","impossible-here"],"type":"string"},"override":{"description":"The value th\#
        at has the same effect as an override; null where removing one has.","type":["string","null"]},"price":{"des\#
        cription":"The price as the store shows it.","type":["string","null"]},"reason":{"type":["string","null"]},"\#
        subscriptionPeriod":{"description":"ISO 8601, such as P1M.","type":["string","null"]},"title":{"type":"strin\#
        g"}},"required":["kind","key","title","means","reason","override","price","subscriptionPeriod"],"type":"obje\#
        ct"}},"$id":"urn:flint:schema:explain.v1","$schema":"https://json-schema.org/draft/2020-12/schema","addition\#
        alProperties":false,"description":"Why a feature is available or not, and what would unlock it.","properties\#
        ":{"condition":{"description":"What it requires in words; absent if nothing is required.","type":"string"},"\#
        feature":{"$ref":"#/$defs/feature"},"overrides":{"items":{"$ref":"#/$defs/override"},"type":"array"},"senten\#
        ce":{"type":"string"}},"required":["feature","sentence","overrides"],"title":"flint explain","type":"object"\#
        }
        """#

    private static let impactText = #"""
        {"$defs":{"assumption":{"additionalProperties":false,"description":"A value that is assumed.","properties":{\#
        "key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"},"value":{"description":"null assumes that the ove\#
        rride is removed.","type":["string","null"]}},"required":["kind","key","value"],"type":"object"},"availabili\#
        ty":{"description":"Whether it is available; null while that is not known.","type":["boolean","null"]},"chan\#
        ge":{"additionalProperties":false,"description":"A feature whose availability changes.","properties":{"after\#
        ":{"$ref":"#/$defs/availability"},"before":{"$ref":"#/$defs/availability"},"featureID":{"type":"string"},"fe\#
        atureName":{"type":"string"}},"required":["featureID","featureName","before","after"],"type":"object"},"fact\#
        Kind":{"description":"What kind of value a requirement depends on.","enum":["purchase","permission","toggle"\#
        ,"runtime-switch","flag","platform"],"type":"string"}},"$id":"urn:flint:schema:impact.v1","$schema":"https:/\#
        /json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"What stops working if som\#
        ething is taken away, now and for every persona.","properties":{"assumption":{"$ref":"#/$defs/assumption"},"\#
        states":{"items":{"additionalProperties":false,"properties":{"lost":{"items":{"$ref":"#/$defs/change"},"type\#
        ":"array"},"name":{"type":"string"}},"required":["name","lost"],"type":"object"},"type":"array"}},"required"\#
        :["assumption","states"],"title":"flint impact","type":"object"}
        """#

    private static let listText = #"""
        {"$defs":{"availability":{"description":"Whether it is available; null while that is not known.","type":["bo\#
        olean","null"]},"line":{"additionalProperties":false,"properties":{"available":{"$ref":"#/$defs/availability\#
        "},"id":{"type":"string"},"name":{"type":"string"},"overridden":{"type":"boolean"}},"required":["id","name",\#
        "available","overridden"],"type":"object"}},"$id":"urn:flint:schema:mcp-list.v1","$schema":"https://json-sch\#
        ema.org/draft/2020-12/schema","additionalProperties":false,"description":"A page of the features that fit.",\#
        "properties":{"features":{"items":{"$ref":"#/$defs/line"},"type":"array"},"total":{"description":"How many f\#
        eatures fit, listed or not.","minimum":0,"type":"integer"}},"required":["features","total"],"title":"The too\#
        l list_features","type":"object"}
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
        lines of the log of the start, or of a recording.","properties":{"lines":{"items":{"$ref":"#/$defs/logLine"}\#
        ,"type":"array"}},"required":["lines"],"title":"flint logs","type":"object"}
        """#

    private static let performText = #"""
        {"$defs":{"commandStatus":{"description":"done; unavailable for an action of a feature that is not available\#
        ; failed.","enum":["done","unavailable","failed"],"type":"string"},"event":{"additionalProperties":false,"de\#
        scription":"Something that has happened. Absent keys do not apply.","properties":{"actionID":{"type":"string\#
        "},"cause":{"type":"string"},"date":{"format":"date-time","type":"string"},"details":{"items":{"additionalPr\#
        operties":false,"properties":{"label":{"type":"string"},"value":{"type":"string"}},"required":["label","valu\#
        e"],"type":"object"},"type":"array"},"duration":{"description":"Seconds.","type":"number"},"fact":{"$ref":"#\#
        /$defs/knownFact"},"featureCount":{"description":"How many features' availability changed, listed or not.","\#
        minimum":1,"type":"integer"},"featureID":{"type":"string"},"features":{"description":"The features whose ava\#
        ilability changed with it; of very many the first.","items":{"additionalProperties":false,"properties":{"aft\#
        er":{"type":["boolean","null"]},"before":{"type":["boolean","null"]},"featureID":{"type":"string"},"featureN\#
        ame":{"type":"string"}},"required":["featureID","featureName","before","after"],"type":"object"},"type":"arr\#
        ay"},"id":{"minimum":0,"type":"integer"},"input":{"type":"string"},"inputInfo":{"additionalProperties":{"typ\#
        e":"string"},"type":"object"},"kind":{"enum":["action-began","action-completed","request-denied","fact-chang\#
        ed","store","prompt-shown","prompt-answered","flow-began","flow-ended","advisory"],"type":"string"},"outcome\#
        ":{"enum":["success","failure","denied"],"type":"string"},"request":{"minimum":0,"type":"integer"},"session"\#
        :{"type":"string"},"source":{"type":"string"},"stack":{"description":"The action stack.","minimum":0,"type":\#
        "integer"},"title":{"type":"string"},"userInitiated":{"type":"boolean"}},"required":["id","date","kind","cau\#
        se","title","details"],"type":"object"},"expiry":{"description":"When an override expires.","oneOf":[{"addit\#
        ionalProperties":false,"properties":{"until":{"description":"A moment in universal time.","format":"date-tim\#
        e","type":"string"}},"required":["until"],"type":"object"},{"additionalProperties":false,"properties":{"uses\#
        ":{"description":"How many more actions that depend on it.","minimum":0,"type":"integer"}},"required":["uses\#
        "],"type":"object"},{"additionalProperties":false,"properties":{"after":{"description":"Seconds from the sta\#
        rt.","type":"number"}},"required":["after"],"type":"object"},{"additionalProperties":false,"properties":{"un\#
        tilQuit":{"const":true}},"required":["untilQuit"],"type":"object"}]},"flow":{"additionalProperties":false,"d\#
        escription":"An authorization flow.","properties":{"actionName":{"type":"string"},"cancelled":{"type":"boole\#
        an"},"current":{"type":"string"},"featureID":{"type":"string"},"featureName":{"type":"string"},"outstanding"\#
        :{"items":{"type":"string"},"type":"array"},"permissions":{"items":{"additionalProperties":false,"properties\#
        ":{"permission":{"type":"string"},"progress":{"enum":["waiting","current","answered","skipped","cancelled"],\#
        "type":"string"},"requestedAccess":{"type":"string"},"status":{"$ref":"#/$defs/permissionStatus"},"title":{"\#
        type":"string"},"usage":{"type":"string"}},"required":["permission","title","requestedAccess","usage","statu\#
        s","progress"],"type":"object"},"type":"array"},"retryMessage":{"type":"string"},"retryStatus":{"$ref":"#/$d\#
        efs/commandStatus"},"stage":{"enum":["card","prompt","outcome","summary"],"type":"string"}},"required":["fea\#
        tureID","featureName","stage","permissions","outstanding","cancelled"],"type":"object"},"knownFact":{"additi\#
        onalProperties":false,"description":"What is known of a fact.","properties":{"detail":{"type":"string"},"key\#
        ":{"type":"string"},"kind":{"enum":["platform","permission","purchase","past-purchases","toggle","runtime-sw\#
        itch","flag"],"type":"string"},"override":{"additionalProperties":false,"properties":{"cause":{"type":"strin\#
        g"},"detail":{"type":"string"},"expiry":{"$ref":"#/$defs/expiry"},"reason":{"type":"string"},"since":{"forma\#
        t":"date-time","type":"string"},"value":{"type":"string"}},"required":["value","cause","since"],"type":"obje\#
        ct"},"since":{"format":"date-time","type":"string"},"source":{"type":"string"},"value":{"description":"The a\#
        ctual value; a balance is its number.","type":"string"}},"required":["kind","key","value","source","since"],\#
        "type":"object"},"permissionStatus":{"description":"The status of a system permission.","enum":["not-determi\#
        ned","authorized","denied","restricted","unsupported"],"type":"string"}},"$id":"urn:flint:schema:perform.v1"\#
        ,"$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"What c\#
        ame of an action.","properties":{"dryRun":{"const":true,"description":"There only with --dry-run: nothing wa\#
        s changed."},"events":{"description":"What was recorded meanwhile.","items":{"$ref":"#/$defs/event"},"type":\#
        "array"},"flow":{"anyOf":[{"$ref":"#/$defs/flow"},{"type":"null"}]},"message":{"type":"string"},"status":{"$\#
        ref":"#/$defs/commandStatus"}},"required":["status","message","flow","events"],"title":"flint perform, flint\#
         open","type":"object"}
        """#

    private static let timelineText = #"""
        {"$defs":{"event":{"additionalProperties":false,"description":"Something that has happened. Absent keys do n\#
        ot apply.","properties":{"actionID":{"type":"string"},"cause":{"type":"string"},"date":{"format":"date-time"\#
        ,"type":"string"},"details":{"items":{"additionalProperties":false,"properties":{"label":{"type":"string"},"\#
        value":{"type":"string"}},"required":["label","value"],"type":"object"},"type":"array"},"duration":{"descrip\#
        tion":"Seconds.","type":"number"},"fact":{"$ref":"#/$defs/knownFact"},"featureCount":{"description":"How man\#
        y features' availability changed, listed or not.","minimum":1,"type":"integer"},"featureID":{"type":"string"\#
        },"features":{"description":"The features whose availability changed with it; of very many the first.","item\#
        s":{"additionalProperties":false,"properties":{"after":{"type":["boolean","null"]},"before":{"type":["boolea\#
        n","null"]},"featureID":{"type":"string"},"featureName":{"type":"string"}},"required":["featureID","featureN\#
        ame","before","after"],"type":"object"},"type":"array"},"id":{"minimum":0,"type":"integer"},"input":{"type":\#
        "string"},"inputInfo":{"additionalProperties":{"type":"string"},"type":"object"},"kind":{"enum":["action-beg\#
        an","action-completed","request-denied","fact-changed","store","prompt-shown","prompt-answered","flow-began"\#
        ,"flow-ended","advisory"],"type":"string"},"outcome":{"enum":["success","failure","denied"],"type":"string"}\#
        ,"request":{"minimum":0,"type":"integer"},"session":{"type":"string"},"source":{"type":"string"},"stack":{"d\#
        escription":"The action stack.","minimum":0,"type":"integer"},"title":{"type":"string"},"userInitiated":{"ty\#
        pe":"boolean"}},"required":["id","date","kind","cause","title","details"],"type":"object"},"expiry":{"descri\#
        ption":"When an override expires.","oneOf":[{"additionalProperties":false,"properties":{"until":{"descriptio\#
        n":"A moment in universal time.","format":"date-time","type":"string"}},"required":["until"],"type":"object"\#
        },{"additionalProperties":false,"properties":{"uses":{"description":"How many more actions that depend on it\#
        .","minimum":0,"type":"integer"}},"required":["uses"],"type":"object"},{"additionalProperties":false,"proper\#
        ties":{"after":{"description":"Seconds from the start.","type":"number"}},"required":["after"],"type":"objec\#
        t"},{"additionalProperties":false,"properties":{"untilQuit":{"const":true}},"required":["untilQuit"],"type":\#
        "object"}]},"knownFact":{"additionalProperties":false,"description":"What is known of a fact.","properties":\#
        {"detail":{"type":"string"},"key":{"type":"string"},"kind":{"enum":["platform","permission","purchase","past\#
        -purchases","toggle","runtime-switch","flag"],"type":"string"},"override":{"additionalProperties":false,"pro\#
        perties":{"cause":{"type":"string"},"detail":{"type":"string"},"expiry":{"$ref":"#/$defs/expiry"},"reason":{\#
        "type":"string"},"since":{"format":"date-time","type":"string"},"value":{"type":"string"}},"required":["valu\#
        e","cause","since"],"type":"object"},"since":{"format":"date-time","type":"string"},"source":{"type":"string\#
        "},"value":{"description":"The actual value; a balance is its number.","type":"string"}},"required":["kind",\#
        "key","value","source","since"],"type":"object"}},"$id":"urn:flint:schema:timeline.v1","$schema":"https://js\#
        on-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"The events of the start.","p\#
        roperties":{"events":{"items":{"$ref":"#/$defs/event"},"type":"array"}},"required":["events"],"title":"flint\#
         timeline","type":"object"}
        """#

    private static let unlockText = #"""
        {"$defs":{"availability":{"description":"Whether it is available; null while that is not known.","type":["bo\#
        olean","null"]},"step":{"additionalProperties":false,"description":"One thing to do on the way to making a f\#
        eature available.","properties":{"key":{"type":"string"},"kind":{"enum":["platform","permission","purchase",\#
        "toggle","runtime-switch","flag","parent","registration","any-of","all-of"],"type":"string"},"means":{"descr\#
        iption":"Who can take the step.","enum":["user-must","developer-can","impossible-here"],"type":"string"},"ov\#
        erride":{"description":"The value that has the same effect as an override; null where removing one has.","ty\#
        pe":["string","null"]},"price":{"description":"The price as the store shows it.","type":["string","null"]},"\#
        reason":{"type":["string","null"]},"subscriptionPeriod":{"description":"ISO 8601, such as P1M.","type":["str\#
        ing","null"]},"title":{"type":"string"}},"required":["kind","key","title","means","reason","override","price\#
        ","subscriptionPeriod"],"type":"object"},"way":{"additionalProperties":false,"description":"One smallest set\#
         of steps.","properties":{"isPossible":{"type":"boolean"},"number":{"minimum":1,"type":"integer"},"permissio\#
        ns":{"minimum":0,"type":"integer"},"price":{"description":"What its purchases cost together.","type":["strin\#
        g","null"]},"steps":{"items":{"$ref":"#/$defs/step"},"type":"array"}},"required":["number","isPossible","pri\#
        ce","permissions","steps"],"type":"object"}},"$id":"urn:flint:schema:unlock.v1","$schema":"https://json-sche\#
        ma.org/draft/2020-12/schema","additionalProperties":false,"description":"The ways to make a feature availabl\#
        e, cheapest first.","properties":{"areComplete":{"type":"boolean"},"available":{"$ref":"#/$defs/availability\#
        "},"feature":{"type":"string"},"name":{"type":"string"},"ways":{"items":{"$ref":"#/$defs/way"},"type":"array\#
        "}},"required":["feature","name","available","ways","areComplete"],"title":"flint unlock","type":"object"}
        """#

    private static let whatIfText = #"""
        {"$defs":{"assumedCommand":{"additionalProperties":false,"description":"A command that is assumed to be carr\#
        ied out.","properties":{"change":{"description":"The words of the command.","type":"string"}},"required":["c\#
        hange"],"type":"object"},"assumption":{"additionalProperties":false,"description":"A value that is assumed."\#
        ,"properties":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"},"value":{"description":"null assum\#
        es that the override is removed.","type":["string","null"]}},"required":["kind","key","value"],"type":"objec\#
        t"},"availability":{"description":"Whether it is available; null while that is not known.","type":["boolean"\#
        ,"null"]},"change":{"additionalProperties":false,"description":"A feature whose availability changes.","prop\#
        erties":{"after":{"$ref":"#/$defs/availability"},"before":{"$ref":"#/$defs/availability"},"featureID":{"type\#
        ":"string"},"featureName":{"type":"string"}},"required":["featureID","featureName","before","after"],"type":\#
        "object"},"factKind":{"description":"What kind of value a requirement depends on.","enum":["purchase","permi\#
        ssion","toggle","runtime-switch","flag","platform"],"type":"string"}},"$id":"urn:flint:schema:what-if.v1","$\#
        schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"Which fea\#
        tures would change if values were others.","properties":{"assumptions":{"items":{"anyOf":[{"$ref":"#/$defs/a\#
        ssumption"},{"$ref":"#/$defs/assumedCommand"}]},"type":"array"},"changes":{"items":{"$ref":"#/$defs/change"}\#
        ,"type":"array"}},"required":["assumptions","changes"],"title":"flint what-if","type":"object"}
        """#
}
