// SPDX-License-Identifier: MIT

// Written by "make screens" from Resources/schema.

extension ToolSchema {
    /// The schema on one line.
    package var json: String {
        switch self {
        case .change: Self.changeText
        case .compare: Self.compareText
        case .cover: Self.coverText
        case .coverage: Self.coverageText
        case .impact: Self.impactText
        case .list: Self.listText
        case .log: Self.logText
        case .perform: Self.performText
        case .proof: Self.proofText
        case .timeline: Self.timelineText
        case .warnings: Self.warningsText
        case .whatIf: Self.whatIfText
        case .why: Self.whyText
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
         set, store, persona, undo","type":"object"}
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
        ,"title","before","after"],"type":"object"},"factKind":{"description":"The kind of fact: purchase, permissio\#
        n, user-setting, runtime-switch, flag, platform, or a kind of the app's own facts, such as fact.","pattern":\#
        "^[a-z][a-z0-9-]*$","type":"string"}},"$id":"urn:flint:schema:compare.v1","$schema":"https://json-schema.org\#
        /draft/2020-12/schema","additionalProperties":false,"description":"The smallest set of facts that explains w\#
        hy features are available in one state and not in another.","properties":{"differingFactCount":{"description\#
        ":"The number of facts that differ and that features depend on.","minimum":0,"type":"integer"},"explanation"\#
        :{"items":{"$ref":"#/$defs/factChange"},"type":"array"},"features":{"items":{"additionalProperties":false,"p\#
        roperties":{"change":{"$ref":"#/$defs/change"},"facts":{"description":"The facts of the explanation that are\#
         sufficient for the feature.","items":{"$ref":"#/$defs/factChange"},"type":"array"},"requirementsDiffer":{"t\#
        ype":"boolean"}},"required":["change","facts","requirementsDiffer"],"type":"object"},"type":"array"},"from":\#
        {"type":"string"},"isSmallest":{"description":"Whether it is proved that no smaller set of facts explains th\#
        e differences.","type":"boolean"},"onlyInFirst":{"items":{"type":"string"},"type":"array"},"onlyInSecond":{"\#
        items":{"type":"string"},"type":"array"},"store":{"description":"The differences of the stores: balances, pe\#
        riods, the clock, and the settings.","items":{"$ref":"#/$defs/factChange"},"type":"array"},"to":{"type":"str\#
        ing"}},"required":["from","to","explanation","isSmallest","differingFactCount","features","onlyInFirst","onl\#
        yInSecond"],"title":"flint compare","type":"object"}
        """#

    private static let coverText = #"""
        {"$defs":{"fact":{"additionalProperties":false,"description":"A fact that requirements depend on.","properti\#
        es":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"}},"required":["kind","key"],"type":"object"},\#
        "factKind":{"description":"The kind of fact: purchase, permission, user-setting, runtime-switch, flag, platf\#
        orm, or a kind of the app's own facts, such as fact.","pattern":"^[a-z][a-z0-9-]*$","type":"string"},"obliga\#
        tion":{"additionalProperties":false,"description":"A situation that personas must show: a feature is availab\#
        le, or one requirement is the only reason that it is not.","properties":{"fact":{"anyOf":[{"$ref":"#/$defs/f\#
        act"},{"type":"null"}],"description":"The fact of the requirement that is the only reason for a denial; null\#
         if the feature is available."},"featureID":{"type":"string"},"featureName":{"type":"string"},"requirement":\#
        {"description":"The requirement in words.","type":["string","null"]}},"required":["featureID","featureName",\#
        "fact","requirement"],"type":"object"},"permissionStatus":{"description":"The status of a system permission.\#
        ","enum":["not-determined","authorized","denied","restricted","unsupported"],"type":"string"},"persona":{"ad\#
        ditionalProperties":false,"description":"A named state of the app.","properties":{"description":{"type":"str\#
        ing"},"facts":{"additionalProperties":{"type":"string"},"description":"Facts of the app's own, keyed by name\#
        ; the kind precedes the name unless it is \"fact\".","type":"object"},"flags":{"additionalProperties":{"enum\#
        ":["on","off"],"type":"string"},"description":"Keyed by flag key; \"*\" stands for all other flags.","type":\#
        "object"},"name":{"type":"string"},"permissions":{"additionalProperties":{"$ref":"#/$defs/permissionStatus"}\#
        ,"description":"Keyed by permission; \"*\" stands for all other permissions.","type":"object"},"platform":{"\#
        description":"A platform, such as \"iOS 17.2\".","type":"string"},"purchases":{"additionalProperties":{"$ref\#
        ":"#/$defs/purchaseStatus"},"description":"Keyed by product id; \"*\" stands for all other products.","type"\#
        :"object"},"runtimeSwitches":{"additionalProperties":{"enum":["on","off"],"type":"string"},"description":"Ru\#
        ntime switches, keyed by feature id.","type":"object"},"store":{"$ref":"#/$defs/storeState"},"userSettings":\#
        {"additionalProperties":{"enum":["on","off"],"type":"string"},"description":"User settings, keyed by feature\#
         id.","type":"object"}},"required":["name"],"type":"object"},"purchaseStatus":{"description":"The purchase s\#
        tatus of a product.","enum":["purchased","not-purchased","unknown"],"type":"string"},"relativeTime":{"descri\#
        ption":"A time relative to another one, such as \"29d12h\", or \"-3d\" for a past time.","pattern":"^-?([0-9\#
        ]+(\\.[0-9]+)? ?[a-zA-Z]+ ?)+$","type":"string"},"storeClock":{"description":"The store's clock: how far it \#
        is ahead of the real time, or where it is stopped.","oneOf":[{"additionalProperties":false,"properties":{"ru\#
        nning":{"additionalProperties":false,"properties":{"ahead":{"$ref":"#/$defs/relativeTime"},"rate":{"minimum"\#
        :0,"type":"number"}},"required":["ahead","rate"],"type":"object"}},"required":["running"],"type":"object"},{\#
        "additionalProperties":false,"properties":{"stopped":{"additionalProperties":false,"properties":{"at":{"form\#
        at":"date-time","type":"string"}},"required":["at"],"type":"object"}},"required":["stopped"],"type":"object"\#
        }]},"storePending":{"additionalProperties":false,"description":"A purchase that waits.","properties":{"produ\#
        ctID":{"type":"string"},"quantity":{"minimum":1,"type":"integer"},"since":{"$ref":"#/$defs/relativeTime"},"w\#
        aitingFor":{"enum":["approval","interruption"],"type":"string"}},"required":["productID","quantity","waiting\#
        For","since"],"type":"object"},"storePurchase":{"additionalProperties":false,"description":"How a product st\#
        ands, or how it ended.","properties":{"isShared":{"type":"boolean"},"renewal":{"description":"What happens a\#
        t the end of the paid period; absent if the product does not renew.","pattern":"^(on|off|change to .+)$","ty\#
        pe":"string"},"standing":{"enum":["purchased","in-grace-period","in-billing-retry-period","expired","renewal\#
        -turned-off","unpaid","not-sold","replaced","refunded","revoked"],"type":"string"},"times":{"additionalPrope\#
        rties":false,"properties":{"bought":{"$ref":"#/$defs/relativeTime"},"graceUntil":{"$ref":"#/$defs/relativeTi\#
        me"},"paidUntil":{"$ref":"#/$defs/relativeTime"},"retryUntil":{"$ref":"#/$defs/relativeTime"},"revoked":{"$r\#
        ef":"#/$defs/relativeTime"}},"required":[],"type":"object"}},"required":["standing","times","isShared"],"typ\#
        e":"object"},"storeState":{"additionalProperties":false,"description":"What the app's store knows. All times\#
         are relative to its clock.","properties":{"balances":{"additionalProperties":{"type":"integer"},"descriptio\#
        n":"The remaining units of consumable products, keyed by product id.","type":"object"},"clock":{"$ref":"#/$d\#
        efs/storeClock"},"pending":{"items":{"$ref":"#/$defs/storePending"},"type":"array"},"purchases":{"additional\#
        Properties":{"$ref":"#/$defs/storePurchase"},"description":"The other products that were bought or shared, k\#
        eyed by product id.","type":"object"},"settings":{"items":{"enum":["asks-to-buy","fails-purchases","fails-re\#
        newals"],"type":"string"},"type":"array"},"unknown":{"description":"The products that the store gives no ans\#
        wer about.","items":{"type":"string"},"type":"array"}},"required":["clock","balances","purchases","unknown",\#
        "pending","settings"],"type":"object"}},"$id":"urn:flint:schema:persona-cover.v1","$schema":"https://json-sc\#
        hema.org/draft/2020-12/schema","additionalProperties":false,"description":"A small set of personas that cove\#
        rs every feature and requirement.","properties":{"factCount":{"minimum":0,"type":"integer"},"featureCount":{\#
        "minimum":0,"type":"integer"},"isProvedMinimal":{"description":"Whether it is proved that no smaller set exi\#
        sts.","type":"boolean"},"lowerBound":{"description":"The number of personas that any such set needs at least\#
        .","minimum":0,"type":"integer"},"personas":{"items":{"additionalProperties":false,"properties":{"isExisting\#
        ":{"type":"boolean"},"obligations":{"description":"The situations that this persona and none of the previous\#
         ones shows.","items":{"$ref":"#/$defs/obligation"},"type":"array"},"persona":{"$ref":"#/$defs/persona"}},"r\#
        equired":["persona","isExisting","obligations"],"type":"object"},"type":"array"},"requirementCount":{"minimu\#
        m":0,"type":"integer"},"unmet":{"description":"The situations that no persona can show.","items":{"additiona\#
        lProperties":false,"properties":{"obligation":{"$ref":"#/$defs/obligation"},"reason":{"type":"string"}},"req\#
        uired":["obligation","reason"],"type":"object"},"type":"array"}},"required":["personas","unmet","featureCoun\#
        t","requirementCount","factCount","lowerBound","isProvedMinimal"],"title":"flint persona cover","type":"obje\#
        ct"}
        """#

    private static let coverageText = #"""
        {"$defs":{"fact":{"additionalProperties":false,"description":"A fact that requirements depend on.","properti\#
        es":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"}},"required":["kind","key"],"type":"object"},\#
        "factKind":{"description":"The kind of fact: purchase, permission, user-setting, runtime-switch, flag, platf\#
        orm, or a kind of the app's own facts, such as fact.","pattern":"^[a-z][a-z0-9-]*$","type":"string"},"obliga\#
        tion":{"additionalProperties":false,"description":"A situation that personas must show: a feature is availab\#
        le, or one requirement is the only reason that it is not.","properties":{"fact":{"anyOf":[{"$ref":"#/$defs/f\#
        act"},{"type":"null"}],"description":"The fact of the requirement that is the only reason for a denial; null\#
         if the feature is available."},"featureID":{"type":"string"},"featureName":{"type":"string"},"requirement":\#
        {"description":"The requirement in words.","type":["string","null"]}},"required":["featureID","featureName",\#
        "fact","requirement"],"type":"object"}},"$id":"urn:flint:schema:coverage.v1","$schema":"https://json-schema.\#
        org/draft/2020-12/schema","additionalProperties":false,"description":"The situations that recordings and exp\#
        ectations have shown, and those that they have not.","properties":{"impossible":{"description":"The situatio\#
        ns that no state can show.","items":{"additionalProperties":false,"properties":{"obligation":{"$ref":"#/$def\#
        s/obligation"},"reason":{"type":"string"}},"required":["obligation","reason"],"type":"object"},"type":"array\#
        "},"percent":{"description":"The share of the possible situations that were seen, rounded down.","minimum":0\#
        ,"type":"integer"},"seen":{"items":{"additionalProperties":false,"properties":{"obligation":{"$ref":"#/$defs\#
        /obligation"},"sighting":{"additionalProperties":false,"description":"The first state that shows the situati\#
        on.","properties":{"event":{"description":"The event whose state shows the situation, or 0 for the state at \#
        the start; null for an expectations file.","type":["integer","null"]},"source":{"description":"The name of t\#
        he source.","type":"string"},"state":{"description":"The state of an expectations file; null for other sourc\#
        es.","type":["string","null"]}},"required":["source","event","state"],"type":"object"}},"required":["obligat\#
        ion","sighting"],"type":"object"},"type":"array"},"sources":{"items":{"additionalProperties":false,"properti\#
        es":{"firstSeenCount":{"description":"The number of situations that no earlier source shows.","minimum":0,"t\#
        ype":"integer"},"kind":{"enum":["journal","report","expectations","app"],"type":"string"},"name":{"descripti\#
        on":"The path of the file, or the name of the app.","type":"string"},"stateCount":{"minimum":0,"type":"integ\#
        er"}},"required":["kind","name","stateCount","firstSeenCount"],"type":"object"},"type":"array"},"unseen":{"d\#
        escription":"The situations that no state has shown.","items":{"$ref":"#/$defs/obligation"},"type":"array"}}\#
        ,"required":["percent","seen","unseen","impossible","sources"],"title":"flint coverage","type":"object"}
        """#

    private static let impactText = #"""
        {"$defs":{"assumption":{"additionalProperties":false,"description":"An assumed value of a fact.","properties\#
        ":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"},"value":{"description":"The assumed value; nul\#
        l assumes that the override is removed.","type":["string","null"]}},"required":["kind","key","value"],"type"\#
        :"object"},"availability":{"description":"Whether the feature is available; null if that is undetermined.","\#
        type":["boolean","null"]},"change":{"additionalProperties":false,"description":"A feature whose availability\#
         changes.","properties":{"after":{"$ref":"#/$defs/availability"},"before":{"$ref":"#/$defs/availability"},"f\#
        eatureID":{"type":"string"},"featureName":{"type":"string"}},"required":["featureID","featureName","before",\#
        "after"],"type":"object"},"factKind":{"description":"The kind of fact: purchase, permission, user-setting, r\#
        untime-switch, flag, platform, or a kind of the app's own facts, such as fact.","pattern":"^[a-z][a-z0-9-]*$\#
        ","type":"string"}},"$id":"urn:flint:schema:impact.v1","$schema":"https://json-schema.org/draft/2020-12/sche\#
        ma","additionalProperties":false,"description":"The features that become unavailable without a fact, now and\#
         for every persona.","properties":{"assumption":{"$ref":"#/$defs/assumption"},"states":{"items":{"additional\#
        Properties":false,"properties":{"lost":{"items":{"$ref":"#/$defs/change"},"type":"array"},"name":{"type":"st\#
        ring"}},"required":["name","lost"],"type":"object"},"type":"array"}},"required":["assumption","states"],"tit\#
        le":"flint what-if --without","type":"object"}
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
        ble.","enum":["done","unavailable","failed"],"type":"string"},"declaration":{"additionalProperties":false,"d\#
        escription":"The developers' notes about a feature, a flag, or a product.","properties":{"kind":{"descriptio\#
        n":"The purpose of the item's gate.","enum":["release","experiment","kill-switch","permanent",null]},"link":\#
        {"type":["string","null"]},"location":{"anyOf":[{"$ref":"#/$defs/location"},{"type":"null"}]},"owner":{"desc\#
        ription":"The team or person who decides about the item.","type":["string","null"]},"remedy":{"$ref":"#/$def\#
        s/remedy"},"reviewDate":{"description":"The day of the next review, such as 2027-03-01.","type":["string","n\#
        ull"]},"since":{"description":"The app version that introduced the item.","type":["string","null"]},"title":\#
        {"description":"The title of a flag, if it has one.","type":"string"}},"required":["owner","kind","since","r\#
        eviewDate","link","location"],"type":"object"},"event":{"additionalProperties":false,"description":"An event\#
         on the timeline. Keys that do not apply are absent.","properties":{"actionID":{"type":"string"},"actionName\#
        ":{"description":"The display name of the action.","type":"string"},"before":{"description":"The value befor\#
        e the change, unless the fact was reported for the first time.","type":"string"},"blockers":{"description":"\#
        The requirements that were not met when a request was denied, alternatives as one.","items":{"additionalProp\#
        erties":false,"properties":{"status":{"enum":["not-satisfied","not-determined"],"type":"string"},"title":{"t\#
        ype":"string"}},"required":["title","status"],"type":"object"},"type":"array"},"cause":{"type":"string"},"da\#
        te":{"format":"date-time","type":"string"},"details":{"items":{"additionalProperties":false,"properties":{"l\#
        abel":{"type":"string"},"value":{"type":"string"}},"required":["label","value"],"type":"object"},"type":"arr\#
        ay"},"duration":{"description":"The duration in seconds.","type":"number"},"fact":{"$ref":"#/$defs/knownFact\#
        "},"featureCount":{"description":"The number of all features whose availability changed, including unlisted \#
        ones.","minimum":1,"type":"integer"},"featureID":{"type":"string"},"features":{"description":"The features w\#
        hose availability changed with the fact. If there are many, the first of them.","items":{"additionalProperti\#
        es":false,"properties":{"after":{"type":["boolean","null"]},"before":{"type":["boolean","null"]},"featureID"\#
        :{"type":"string"},"featureName":{"type":"string"}},"required":["featureID","featureName","before","after"],\#
        "type":"object"},"type":"array"},"id":{"minimum":0,"type":"integer"},"input":{"type":"string"},"inputInfo":{\#
        "additionalProperties":{"type":"string"},"type":"object"},"isFirstValue":{"const":true,"description":"Presen\#
        t if the event reports a value that was unknown before."},"kind":{"enum":["action-began","action-completed",\#
        "request-denied","fact-changed","store","prompt-shown","prompt-answered","flow-began","flow-ended","advisory\#
        "],"type":"string"},"outcome":{"enum":["success","failure","denied"],"type":"string"},"request":{"minimum":0\#
        ,"type":"integer"},"session":{"type":"string"},"source":{"type":"string"},"stack":{"description":"The number\#
         of the action stack.","minimum":0,"type":"integer"},"subject":{"additionalProperties":false,"description":"\#
        The product of a store event, or the permission of a prompt.","properties":{"key":{"type":"string"},"kind":{\#
        "enum":["purchase","permission"],"type":"string"}},"required":["kind","key"],"type":"object"},"title":{"type\#
        ":"string"},"userInitiated":{"type":"boolean"}},"required":["id","date","kind","cause","title","details"],"t\#
        ype":"object"},"expiry":{"description":"The expiry of an override.","oneOf":[{"additionalProperties":false,"\#
        properties":{"until":{"description":"A date and time in UTC.","format":"date-time","type":"string"}},"requir\#
        ed":["until"],"type":"object"},{"additionalProperties":false,"properties":{"uses":{"description":"The number\#
         of remaining actions that depend on the override.","minimum":0,"type":"integer"}},"required":["uses"],"type\#
        ":"object"},{"additionalProperties":false,"properties":{"after":{"description":"The number of seconds after \#
        the override is set.","type":"number"}},"required":["after"],"type":"object"},{"additionalProperties":false,\#
        "properties":{"untilQuit":{"const":true}},"required":["untilQuit"],"type":"object"}]},"factDescription":{"ad\#
        ditionalProperties":false,"description":"A fact of the app's own.","properties":{"declaration":{"$ref":"#/$d\#
        efs/declaration"},"instance":{"description":"The thing that the fact belongs to; absent for a fact of the ap\#
        p.","type":"string"},"kind":{"pattern":"^[a-z][a-z0-9-]*$","type":"string"},"name":{"type":"string"},"remedy\#
        ":{"$ref":"#/$defs/remedy"},"title":{"type":"string"},"type":{"enum":["yes-no","choice","ordered","number","\#
        version","date"],"type":"string"},"values":{"description":"The values of a choice; absent for other types.",\#
        "items":{"additionalProperties":false,"properties":{"name":{"type":"string"},"remedy":{"$ref":"#/$defs/remed\#
        y"},"title":{"type":"string"}},"required":["name","title"],"type":"object"},"type":"array"}},"required":["ki\#
        nd","name","title","type"],"type":"object"},"flow":{"additionalProperties":false,"description":"An authoriza\#
        tion flow.","properties":{"actionName":{"type":"string"},"answers":{"description":"The answers that the flow\#
         accepts now. A system prompt can offer fewer than its stage.","items":{"enum":["continue","ask-later","canc\#
        el-all","allow","allow-once","deny","next","stop","dismiss","abandon"]},"type":"array"},"cancelled":{"type":\#
        "boolean"},"current":{"type":"string"},"featureID":{"type":"string"},"featureName":{"type":"string"},"outsta\#
        nding":{"items":{"type":"string"},"type":"array"},"permissions":{"items":{"additionalProperties":false,"prop\#
        erties":{"permission":{"type":"string"},"progress":{"enum":["waiting","current","answered","skipped","cancel\#
        led"],"type":"string"},"requestedAccess":{"type":"string"},"status":{"$ref":"#/$defs/permissionStatus"},"tit\#
        le":{"type":"string"},"usage":{"type":"string"}},"required":["permission","title","requestedAccess","usage",\#
        "status","progress"],"type":"object"},"type":"array"},"retryMessage":{"type":"string"},"retryStatus":{"$ref"\#
        :"#/$defs/commandStatus"},"stage":{"enum":["card","prompt","outcome","summary"],"type":"string"}},"required"\#
        :["featureID","featureName","stage","permissions","outstanding","cancelled"],"type":"object"},"knownFact":{"\#
        additionalProperties":false,"description":"The state of a fact.","properties":{"description":{"$ref":"#/$def\#
        s/factDescription"},"detail":{"type":"string"},"key":{"type":"string"},"kind":{"pattern":"^[a-z][a-z0-9-]*$"\#
        ,"type":"string"},"override":{"additionalProperties":false,"properties":{"cause":{"type":"string"},"detail":\#
        {"type":"string"},"expiry":{"$ref":"#/$defs/expiry"},"reason":{"type":"string"},"since":{"format":"date-time\#
        ","type":"string"},"value":{"type":"string"}},"required":["value","cause","since"],"type":"object"},"since":\#
        {"format":"date-time","type":"string"},"source":{"type":"string"},"value":{"description":"The actual value; \#
        for a balance, its number.","type":"string"}},"required":["kind","key","value","source","since"],"type":"obj\#
        ect"},"location":{"additionalProperties":false,"description":"A line of source code.","properties":{"fileID"\#
        :{"description":"The module and the file, such as FlintPodcasts/SleepTimer.swift.","type":"string"},"line":{\#
        "minimum":1,"type":"integer"}},"required":["fileID","line"],"type":"object"},"permissionStatus":{"descriptio\#
        n":"The status of a system permission.","enum":["not-determined","authorized","denied","restricted","unsuppo\#
        rted"],"type":"string"},"remedy":{"additionalProperties":false,"description":"The way to change a fact.","pr\#
        operties":{"actor":{"enum":["user","operator","developer","nobody"],"type":"string"},"sentence":{"descriptio\#
        n":"An instruction, or the reason that no one can change the fact.","type":"string"}},"required":["actor","s\#
        entence"],"type":"object"}},"$id":"urn:flint:schema:perform.v1","$schema":"https://json-schema.org/draft/202\#
        0-12/schema","additionalProperties":false,"description":"The outcome of an action.","properties":{"dryRun":{\#
        "const":true,"description":"Present only with --dry-run. The app was not changed."},"events":{"description":\#
        "The events recorded during the action.","items":{"$ref":"#/$defs/event"},"type":"array"},"flow":{"anyOf":[{\#
        "$ref":"#/$defs/flow"},{"type":"null"}]},"message":{"type":"string"},"status":{"$ref":"#/$defs/commandStatus\#
        "}},"required":["status","message","flow","events"],"title":"flint perform","type":"object"}
        """#

    private static let proofText = #"""
        {"$defs":{"fact":{"additionalProperties":false,"description":"A fact that requirements depend on.","properti\#
        es":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"}},"required":["kind","key"],"type":"object"},\#
        "factKind":{"description":"The kind of fact: purchase, permission, user-setting, runtime-switch, flag, platf\#
        orm, or a kind of the app's own facts, such as fact.","pattern":"^[a-z][a-z0-9-]*$","type":"string"},"permis\#
        sionStatus":{"description":"The status of a system permission.","enum":["not-determined","authorized","denie\#
        d","restricted","unsupported"],"type":"string"},"persona":{"additionalProperties":false,"description":"A nam\#
        ed state of the app.","properties":{"description":{"type":"string"},"facts":{"additionalProperties":{"type":\#
        "string"},"description":"Facts of the app's own, keyed by name; the kind precedes the name unless it is \"fa\#
        ct\".","type":"object"},"flags":{"additionalProperties":{"enum":["on","off"],"type":"string"},"description":\#
        "Keyed by flag key; \"*\" stands for all other flags.","type":"object"},"name":{"type":"string"},"permission\#
        s":{"additionalProperties":{"$ref":"#/$defs/permissionStatus"},"description":"Keyed by permission; \"*\" sta\#
        nds for all other permissions.","type":"object"},"platform":{"description":"A platform, such as \"iOS 17.2\"\#
        .","type":"string"},"purchases":{"additionalProperties":{"$ref":"#/$defs/purchaseStatus"},"description":"Key\#
        ed by product id; \"*\" stands for all other products.","type":"object"},"runtimeSwitches":{"additionalPrope\#
        rties":{"enum":["on","off"],"type":"string"},"description":"Runtime switches, keyed by feature id.","type":"\#
        object"},"store":{"$ref":"#/$defs/storeState"},"userSettings":{"additionalProperties":{"enum":["on","off"],"\#
        type":"string"},"description":"User settings, keyed by feature id.","type":"object"}},"required":["name"],"t\#
        ype":"object"},"proof":{"additionalProperties":false,"description":"Whether a state changes the availability\#
         of a feature in one direction.","properties":{"isSmallest":{"description":"Whether it is proved that no per\#
        sona with fewer facts changes the feature.","type":"boolean"},"persona":{"anyOf":[{"$ref":"#/$defs/persona"}\#
        ,{"type":"null"}]},"steps":{"minimum":0,"type":"integer"},"values":{"description":"The facts that are suffic\#
        ient for the change.","items":{"additionalProperties":false,"properties":{"fact":{"$ref":"#/$defs/fact"},"te\#
        xt":{"type":"string"},"title":{"type":"string"},"value":{"type":"string"}},"required":["fact","title","value\#
        ","text"],"type":"object"},"type":"array"},"verdict":{"description":"never if no state changes the feature, \#
        found if the persona does, not-proved if the search gave up.","enum":["never","found","not-proved"],"type":"\#
        string"}},"required":["verdict","values","persona","isSmallest","steps"],"type":"object"},"purchaseStatus":{\#
        "description":"The purchase status of a product.","enum":["purchased","not-purchased","unknown"],"type":"str\#
        ing"},"relativeTime":{"description":"A time relative to another one, such as \"29d12h\", or \"-3d\" for a pa\#
        st time.","pattern":"^-?([0-9]+(\\.[0-9]+)? ?[a-zA-Z]+ ?)+$","type":"string"},"storeClock":{"description":"T\#
        he store's clock: how far it is ahead of the real time, or where it is stopped.","oneOf":[{"additionalProper\#
        ties":false,"properties":{"running":{"additionalProperties":false,"properties":{"ahead":{"$ref":"#/$defs/rel\#
        ativeTime"},"rate":{"minimum":0,"type":"number"}},"required":["ahead","rate"],"type":"object"}},"required":[\#
        "running"],"type":"object"},{"additionalProperties":false,"properties":{"stopped":{"additionalProperties":fa\#
        lse,"properties":{"at":{"format":"date-time","type":"string"}},"required":["at"],"type":"object"}},"required\#
        ":["stopped"],"type":"object"}]},"storePending":{"additionalProperties":false,"description":"A purchase that\#
         waits.","properties":{"productID":{"type":"string"},"quantity":{"minimum":1,"type":"integer"},"since":{"$re\#
        f":"#/$defs/relativeTime"},"waitingFor":{"enum":["approval","interruption"],"type":"string"}},"required":["p\#
        roductID","quantity","waitingFor","since"],"type":"object"},"storePurchase":{"additionalProperties":false,"d\#
        escription":"How a product stands, or how it ended.","properties":{"isShared":{"type":"boolean"},"renewal":{\#
        "description":"What happens at the end of the paid period; absent if the product does not renew.","pattern":\#
        "^(on|off|change to .+)$","type":"string"},"standing":{"enum":["purchased","in-grace-period","in-billing-ret\#
        ry-period","expired","renewal-turned-off","unpaid","not-sold","replaced","refunded","revoked"],"type":"strin\#
        g"},"times":{"additionalProperties":false,"properties":{"bought":{"$ref":"#/$defs/relativeTime"},"graceUntil\#
        ":{"$ref":"#/$defs/relativeTime"},"paidUntil":{"$ref":"#/$defs/relativeTime"},"retryUntil":{"$ref":"#/$defs/\#
        relativeTime"},"revoked":{"$ref":"#/$defs/relativeTime"}},"required":[],"type":"object"}},"required":["stand\#
        ing","times","isShared"],"type":"object"},"storeState":{"additionalProperties":false,"description":"What the\#
         app's store knows. All times are relative to its clock.","properties":{"balances":{"additionalProperties":{\#
        "type":"integer"},"description":"The remaining units of consumable products, keyed by product id.","type":"o\#
        bject"},"clock":{"$ref":"#/$defs/storeClock"},"pending":{"items":{"$ref":"#/$defs/storePending"},"type":"arr\#
        ay"},"purchases":{"additionalProperties":{"$ref":"#/$defs/storePurchase"},"description":"The other products \#
        that were bought or shared, keyed by product id.","type":"object"},"settings":{"items":{"enum":["asks-to-buy\#
        ","fails-purchases","fails-renewals"],"type":"string"},"type":"array"},"unknown":{"description":"The product\#
        s that the store gives no answer about.","items":{"type":"string"},"type":"array"}},"required":["clock","bal\#
        ances","purchases","unknown","pending","settings"],"type":"object"}},"$id":"urn:flint:schema:diff-prove.v1",\#
        "$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"description":"For eac\#
        h feature of two versions, whether a state loses or gains it.","properties":{"features":{"items":{"additiona\#
        lProperties":false,"properties":{"gains":{"$ref":"#/$defs/proof"},"id":{"type":"string"},"isInBoth":{"type":\#
        "boolean"},"loses":{"$ref":"#/$defs/proof"},"name":{"type":"string"}},"required":["id","name","isInBoth","lo\#
        ses","gains"],"type":"object"},"type":"array"},"steps":{"description":"The number of steps of all searches."\#
        ,"minimum":0,"type":"integer"}},"required":["features","steps"],"title":"flint compare --prove","type":"obje\#
        ct"}
        """#

    private static let timelineText = #"""
        {"$defs":{"declaration":{"additionalProperties":false,"description":"The developers' notes about a feature, \#
        a flag, or a product.","properties":{"kind":{"description":"The purpose of the item's gate.","enum":["releas\#
        e","experiment","kill-switch","permanent",null]},"link":{"type":["string","null"]},"location":{"anyOf":[{"$r\#
        ef":"#/$defs/location"},{"type":"null"}]},"owner":{"description":"The team or person who decides about the i\#
        tem.","type":["string","null"]},"remedy":{"$ref":"#/$defs/remedy"},"reviewDate":{"description":"The day of t\#
        he next review, such as 2027-03-01.","type":["string","null"]},"since":{"description":"The app version that \#
        introduced the item.","type":["string","null"]},"title":{"description":"The title of a flag, if it has one."\#
        ,"type":"string"}},"required":["owner","kind","since","reviewDate","link","location"],"type":"object"},"even\#
        t":{"additionalProperties":false,"description":"An event on the timeline. Keys that do not apply are absent.\#
        ","properties":{"actionID":{"type":"string"},"actionName":{"description":"The display name of the action.","\#
        type":"string"},"before":{"description":"The value before the change, unless the fact was reported for the f\#
        irst time.","type":"string"},"blockers":{"description":"The requirements that were not met when a request wa\#
        s denied, alternatives as one.","items":{"additionalProperties":false,"properties":{"status":{"enum":["not-s\#
        atisfied","not-determined"],"type":"string"},"title":{"type":"string"}},"required":["title","status"],"type"\#
        :"object"},"type":"array"},"cause":{"type":"string"},"date":{"format":"date-time","type":"string"},"details"\#
        :{"items":{"additionalProperties":false,"properties":{"label":{"type":"string"},"value":{"type":"string"}},"\#
        required":["label","value"],"type":"object"},"type":"array"},"duration":{"description":"The duration in seco\#
        nds.","type":"number"},"fact":{"$ref":"#/$defs/knownFact"},"featureCount":{"description":"The number of all \#
        features whose availability changed, including unlisted ones.","minimum":1,"type":"integer"},"featureID":{"t\#
        ype":"string"},"features":{"description":"The features whose availability changed with the fact. If there ar\#
        e many, the first of them.","items":{"additionalProperties":false,"properties":{"after":{"type":["boolean","\#
        null"]},"before":{"type":["boolean","null"]},"featureID":{"type":"string"},"featureName":{"type":"string"}},\#
        "required":["featureID","featureName","before","after"],"type":"object"},"type":"array"},"id":{"minimum":0,"\#
        type":"integer"},"input":{"type":"string"},"inputInfo":{"additionalProperties":{"type":"string"},"type":"obj\#
        ect"},"isFirstValue":{"const":true,"description":"Present if the event reports a value that was unknown befo\#
        re."},"kind":{"enum":["action-began","action-completed","request-denied","fact-changed","store","prompt-show\#
        n","prompt-answered","flow-began","flow-ended","advisory"],"type":"string"},"outcome":{"enum":["success","fa\#
        ilure","denied"],"type":"string"},"request":{"minimum":0,"type":"integer"},"session":{"type":"string"},"sour\#
        ce":{"type":"string"},"stack":{"description":"The number of the action stack.","minimum":0,"type":"integer"}\#
        ,"subject":{"additionalProperties":false,"description":"The product of a store event, or the permission of a\#
         prompt.","properties":{"key":{"type":"string"},"kind":{"enum":["purchase","permission"],"type":"string"}},"\#
        required":["kind","key"],"type":"object"},"title":{"type":"string"},"userInitiated":{"type":"boolean"}},"req\#
        uired":["id","date","kind","cause","title","details"],"type":"object"},"expiry":{"description":"The expiry o\#
        f an override.","oneOf":[{"additionalProperties":false,"properties":{"until":{"description":"A date and time\#
         in UTC.","format":"date-time","type":"string"}},"required":["until"],"type":"object"},{"additionalPropertie\#
        s":false,"properties":{"uses":{"description":"The number of remaining actions that depend on the override.",\#
        "minimum":0,"type":"integer"}},"required":["uses"],"type":"object"},{"additionalProperties":false,"propertie\#
        s":{"after":{"description":"The number of seconds after the override is set.","type":"number"}},"required":[\#
        "after"],"type":"object"},{"additionalProperties":false,"properties":{"untilQuit":{"const":true}},"required"\#
        :["untilQuit"],"type":"object"}]},"factDescription":{"additionalProperties":false,"description":"A fact of t\#
        he app's own.","properties":{"declaration":{"$ref":"#/$defs/declaration"},"instance":{"description":"The thi\#
        ng that the fact belongs to; absent for a fact of the app.","type":"string"},"kind":{"pattern":"^[a-z][a-z0-\#
        9-]*$","type":"string"},"name":{"type":"string"},"remedy":{"$ref":"#/$defs/remedy"},"title":{"type":"string"\#
        },"type":{"enum":["yes-no","choice","ordered","number","version","date"],"type":"string"},"values":{"descrip\#
        tion":"The values of a choice; absent for other types.","items":{"additionalProperties":false,"properties":{\#
        "name":{"type":"string"},"remedy":{"$ref":"#/$defs/remedy"},"title":{"type":"string"}},"required":["name","t\#
        itle"],"type":"object"},"type":"array"}},"required":["kind","name","title","type"],"type":"object"},"knownFa\#
        ct":{"additionalProperties":false,"description":"The state of a fact.","properties":{"description":{"$ref":"\#
        #/$defs/factDescription"},"detail":{"type":"string"},"key":{"type":"string"},"kind":{"pattern":"^[a-z][a-z0-\#
        9-]*$","type":"string"},"override":{"additionalProperties":false,"properties":{"cause":{"type":"string"},"de\#
        tail":{"type":"string"},"expiry":{"$ref":"#/$defs/expiry"},"reason":{"type":"string"},"since":{"format":"dat\#
        e-time","type":"string"},"value":{"type":"string"}},"required":["value","cause","since"],"type":"object"},"s\#
        ince":{"format":"date-time","type":"string"},"source":{"type":"string"},"value":{"description":"The actual v\#
        alue; for a balance, its number.","type":"string"}},"required":["kind","key","value","source","since"],"type\#
        ":"object"},"location":{"additionalProperties":false,"description":"A line of source code.","properties":{"f\#
        ileID":{"description":"The module and the file, such as FlintPodcasts/SleepTimer.swift.","type":"string"},"l\#
        ine":{"minimum":1,"type":"integer"}},"required":["fileID","line"],"type":"object"},"remedy":{"additionalProp\#
        erties":false,"description":"The way to change a fact.","properties":{"actor":{"enum":["user","operator","de\#
        veloper","nobody"],"type":"string"},"sentence":{"description":"An instruction, or the reason that no one can\#
         change the fact.","type":"string"}},"required":["actor","sentence"],"type":"object"}},"$id":"urn:flint:sche\#
        ma:timeline.v1","$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"descr\#
        iption":"The events since the app's start.","properties":{"events":{"items":{"$ref":"#/$defs/event"},"type":\#
        "array"}},"required":["events"],"title":"flint timeline","type":"object"}
        """#

    private static let warningsText = #"""
        {"$defs":{"fact":{"additionalProperties":false,"description":"A fact that requirements depend on.","properti\#
        es":{"key":{"type":"string"},"kind":{"$ref":"#/$defs/factKind"}},"required":["kind","key"],"type":"object"},\#
        "factKind":{"description":"The kind of fact: purchase, permission, user-setting, runtime-switch, flag, platf\#
        orm, or a kind of the app's own facts, such as fact.","pattern":"^[a-z][a-z0-9-]*$","type":"string"},"warnin\#
        g":{"additionalProperties":false,"properties":{"actionID":{"type":["string","null"]},"date":{"description":"\#
        The beginning of a state, or the last of the events; null for a state from an earlier run.","format":"date-t\#
        ime","type":["string","null"]},"event":{"description":"The number of the last of the events; null for a stat\#
        e.","minimum":0,"type":["integer","null"]},"fact":{"anyOf":[{"$ref":"#/$defs/fact"},{"type":"null"}]},"featu\#
        reID":{"type":["string","null"]},"kind":{"description":"The rule that raises the warning.","enum":["flapping\#
        -availability","flag-changed-in-session","purchase-without-effect","undetermined-feature","repeated-prompt",\#
        "always-denied","frequent-requests","forgotten-override","waiting-flow"],"type":"string"},"message":{"descri\#
        ption":"A sentence without the date, which stays the same while the warning is raised.","type":"string"}},"r\#
        equired":["kind","featureID","actionID","fact","message","date","event"],"type":"object"}},"$id":"urn:flint:\#
        schema:warnings.v1","$schema":"https://json-schema.org/draft/2020-12/schema","additionalProperties":false,"d\#
        escription":"Warnings about the app's events and its state.","properties":{"warnings":{"items":{"$ref":"#/$d\#
        efs/warning"},"type":"array"}},"required":["warnings"],"title":"flint warnings","type":"object"}
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
        type":"object"},"factKind":{"description":"The kind of fact: purchase, permission, user-setting, runtime-swi\#
        tch, flag, platform, or a kind of the app's own facts, such as fact.","pattern":"^[a-z][a-z0-9-]*$","type":"\#
        string"}},"$id":"urn:flint:schema:what-if.v1","$schema":"https://json-schema.org/draft/2020-12/schema","addi\#
        tionalProperties":false,"description":"The features that would change under assumptions.","properties":{"ass\#
        umptions":{"items":{"anyOf":[{"$ref":"#/$defs/assumption"},{"$ref":"#/$defs/assumedCommand"}]},"type":"array\#
        "},"changes":{"items":{"$ref":"#/$defs/change"},"type":"array"}},"required":["assumptions","changes"],"title\#
        ":"flint what-if","type":"object"}
        """#

    private static let whyText = #"""
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
         team or person who decides about the item.","type":["string","null"]},"remedy":{"$ref":"#/$defs/remedy"},"r\#
        eviewDate":{"description":"The day of the next review, such as 2027-03-01.","type":["string","null"]},"since\#
        ":{"description":"The app version that introduced the item.","type":["string","null"]},"title":{"description\#
        ":"The title of a flag, if it has one.","type":"string"}},"required":["owner","kind","since","reviewDate","l\#
        ink","location"],"type":"object"},"expiry":{"description":"The expiry of an override.","oneOf":[{"additional\#
        Properties":false,"properties":{"until":{"description":"A date and time in UTC.","format":"date-time","type"\#
        :"string"}},"required":["until"],"type":"object"},{"additionalProperties":false,"properties":{"uses":{"descr\#
        iption":"The number of remaining actions that depend on the override.","minimum":0,"type":"integer"}},"requi\#
        red":["uses"],"type":"object"},{"additionalProperties":false,"properties":{"after":{"description":"The numbe\#
        r of seconds after the override is set.","type":"number"}},"required":["after"],"type":"object"},{"additiona\#
        lProperties":false,"properties":{"untilQuit":{"const":true}},"required":["untilQuit"],"type":"object"}]},"ex\#
        planation":{"additionalProperties":false,"description":"The explanation of one feature.","properties":{"cond\#
        ition":{"description":"The feature's condition as text; absent if the feature has no requirements.","type":"\#
        string"},"feature":{"$ref":"#/$defs/feature"},"overrides":{"items":{"$ref":"#/$defs/override"},"type":"array\#
        "},"plans":{"description":"The plans with their costs, cheapest first; absent if they were not requested.","\#
        items":{"$ref":"#/$defs/plan"},"type":"array"},"plansAreComplete":{"description":"Absent if plans were not r\#
        equested.","type":"boolean"},"sentence":{"type":"string"}},"required":["feature","sentence","overrides"],"ty\#
        pe":"object"},"factKind":{"description":"The kind of fact: purchase, permission, user-setting, runtime-switc\#
        h, flag, platform, or a kind of the app's own facts, such as fact.","pattern":"^[a-z][a-z0-9-]*$","type":"st\#
        ring"},"feature":{"additionalProperties":false,"description":"A feature, its availability, and its requireme\#
        nts.","properties":{"actions":{"items":{"$ref":"#/$defs/action"},"type":"array"},"available":{"$ref":"#/$def\#
        s/availability"},"conditional":{"type":"boolean"},"declaration":{"anyOf":[{"$ref":"#/$defs/declaration"},{"t\#
        ype":"null"}]},"depth":{"minimum":0,"type":"integer"},"description":{"type":"string"},"firstBlocking":{"desc\#
        ription":"The index of the blocking requirement in requirements.","type":["integer","null"]},"id":{"descript\#
        ion":"The feature's path, such as PodcastFeatures/FavouritesFeature.","type":"string"},"impossiblePlans":{"$\#
        ref":"#/$defs/plans"},"isGroup":{"type":"boolean"},"name":{"type":"string"},"parent":{"type":["string","null\#
        "]},"platforms":{"description":"The platforms that the feature itself supports; null for all versions of all\#
         platforms.","type":["string","null"]},"requirements":{"items":{"$ref":"#/$defs/requirement"},"type":"array"\#
        },"runtimeSwitch":{"type":["boolean","null"]},"typeName":{"type":"string"},"unlockPlans":{"$ref":"#/$defs/pl\#
        ans"},"unlockPlansAreComplete":{"type":["boolean","null"]},"userSetting":{"type":["boolean","null"]},"variat\#
        ion":{"type":["string","null"]},"visible":{"type":"boolean"}},"required":["id","typeName","name","descriptio\#
        n","parent","depth","conditional","isGroup","visible","variation","available","requirements","firstBlocking"\#
        ,"unlockPlans","unlockPlansAreComplete","impossiblePlans","actions","userSetting","runtimeSwitch","platforms\#
        ","declaration"],"type":"object"},"featureLine":{"additionalProperties":false,"properties":{"available":{"$r\#
        ef":"#/$defs/availability"},"id":{"description":"The feature's id.","type":"string"},"name":{"type":"string"\#
        }},"required":["id","name","available"],"type":"object"},"location":{"additionalProperties":false,"descripti\#
        on":"A line of source code.","properties":{"fileID":{"description":"The module and the file, such as FlintPo\#
        dcasts/SleepTimer.swift.","type":"string"},"line":{"minimum":1,"type":"integer"}},"required":["fileID","line\#
        "],"type":"object"},"nearest":{"additionalProperties":false,"description":"The features that need the fewest\#
         steps.","properties":{"features":{"items":{"additionalProperties":false,"properties":{"feature":{"$ref":"#/\#
        $defs/featureLine"},"plan":{"$ref":"#/$defs/plan"},"steps":{"minimum":1,"type":"integer"}},"required":["feat\#
        ure","steps","plan"],"type":"object"},"type":"array"},"total":{"description":"The number of features that ar\#
        e not available, without hidden ones.","minimum":0,"type":"integer"}},"required":["features","total"],"type"\#
        :"object"},"override":{"additionalProperties":false,"description":"An override of one value.","properties":{\#
        "expiry":{"anyOf":[{"$ref":"#/$defs/expiry"},{"type":"null"}]},"key":{"description":"A product id, permissio\#
        n, feature id or flag key; \"current\" for the platform.","type":"string"},"kind":{"$ref":"#/$defs/factKind"\#
        },"reason":{"type":["string","null"]},"source":{"description":"The source of the override.","type":["string"\#
        ,"null"]},"value":{"type":"string"}},"required":["kind","key","value","reason","expiry","source"],"type":"ob\#
        ject"},"plan":{"additionalProperties":false,"description":"A minimal set of steps.","properties":{"isPossibl\#
        e":{"type":"boolean"},"number":{"minimum":1,"type":"integer"},"permissions":{"minimum":0,"type":"integer"},"\#
        price":{"description":"The total price of the purchases.","type":["string","null"]},"steps":{"items":{"$ref"\#
        :"#/$defs/step"},"type":"array"}},"required":["number","isPossible","price","permissions","steps"],"type":"o\#
        bject"},"plans":{"anyOf":[{"items":{"items":{"$ref":"#/$defs/step"},"type":"array"},"type":"array"},{"type":\#
        "null"}],"description":"Alternative plans, each of which needs all of its steps; null if they were not reque\#
        sted."},"remedy":{"additionalProperties":false,"description":"The way to change a fact.","properties":{"acto\#
        r":{"enum":["user","operator","developer","nobody"],"type":"string"},"sentence":{"description":"An instructi\#
        on, or the reason that no one can change the fact.","type":"string"}},"required":["actor","sentence"],"type"\#
        :"object"},"requirement":{"additionalProperties":false,"description":"A requirement of a feature. The parts \#
        of a heading (any-of, all-of) follow it, one level deeper.","properties":{"attributes":{"description":"The l\#
        imits on the access that the system grants. Absent if there are none.","items":{"enum":["provisional","ephem\#
        eral","limited","allowed-once","reduced-accuracy"],"type":"string"},"type":"array"},"depth":{"description":"\#
        The nesting depth below headings.","minimum":0,"type":"integer"},"inheritedFrom":{"description":"The id of t\#
        he group that declares the requirement.","type":["string","null"]},"isBlocking":{"type":"boolean"},"key":{"d\#
        escription":"The product id, permission, feature id or flag key. For a heading, null, or the number of the g\#
        roup if it occurs in several places.","type":["string","null"]},"kind":{"pattern":"^[a-z][a-z0-9-]*$","type"\#
        :"string"},"override":{"description":"The value of the override.","type":["string","null"]},"quantity":{"des\#
        cription":"The number of required units of a consumable.","type":["integer","null"]},"remedy":{"$ref":"#/$de\#
        fs/remedy","description":"Absent for a met requirement, and if the usual way of the kind applies."},"source"\#
        :{"type":"string"},"state":{"description":"The value as spelled in commands; null for a heading.","type":["s\#
        tring","null"]},"statement":{"description":"The requirement and its current value, as a sentence.","type":"s\#
        tring"},"status":{"enum":["satisfied","not-satisfied","not-determined"],"type":"string"},"title":{"type":"st\#
        ring"},"value":{"type":"string"},"waiting":{"additionalProperties":false,"description":"The value that the s\#
        ource has reported and that takes effect later, or null.","properties":{"source":{"type":"string"},"takesEff\#
        ect":{"enum":["now","next-session","next-start"],"type":"string"},"value":{"description":"The value as spell\#
        ed in commands.","type":"string"}},"required":["value","source","takesEffect"],"type":["object","null"]}},"r\#
        equired":["kind","key","title","statement","quantity","status","value","state","override","source","inherite\#
        dFrom","depth","isBlocking","waiting"],"type":"object"},"step":{"additionalProperties":false,"description":"\#
        A step toward making a feature available.","properties":{"atRenewalOf":{"description":"The active subscripti\#
        on whose renewal the purchase waits for.","type":"string"},"key":{"type":"string"},"kind":{"pattern":"^[a-z]\#
        [a-z0-9-]*$","type":"string"},"means":{"description":"The party that can take the step.","enum":["user-must"\#
        ,"operator-can","developer-can","impossible-here"],"type":"string"},"override":{"description":"The override \#
        value that has the same effect; null if an override has to be removed.","type":["string","null"]},"price":{"\#
        description":"The price as displayed by the store.","type":["string","null"]},"reason":{"type":["string","nu\#
        ll"]},"subscriptionPeriod":{"description":"An ISO 8601 duration, such as P1M.","type":["string","null"]},"ti\#
        tle":{"type":"string"}},"required":["kind","key","title","means","reason","override","price","subscriptionPe\#
        riod"],"type":"object"},"together":{"additionalProperties":false,"description":"The plans that unlock severa\#
        l features together.","properties":{"features":{"items":{"$ref":"#/$defs/featureLine"},"type":"array"},"plan\#
        s":{"items":{"$ref":"#/$defs/plan"},"type":"array"},"plansAreComplete":{"type":"boolean"}},"required":["feat\#
        ures","plans","plansAreComplete"],"type":"object"}},"$id":"urn:flint:schema:why.v1","$schema":"https://json-\#
        schema.org/draft/2020-12/schema","anyOf":[{"$ref":"#/$defs/explanation"},{"$ref":"#/$defs/together"},{"$ref"\#
        :"#/$defs/nearest"}],"description":"The explanation of a feature's availability with the plans that would un\#
        lock it, the plans that unlock several features together, or the features that need the fewest steps.","titl\#
        e":"flint why","type":"object"}
        """#
}
