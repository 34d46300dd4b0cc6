// SPDX-License-Identifier: MIT

// Written by "make resources" from Resources.
// swift-format-ignore-file

/// The demo's data, as part of the program.
package enum PodcastFiles {
    /// The texts of the files, by path in the sources.
    package static let texts: [String: String] = [
        "Resources/Feeds/five-minute-physics.json": ##"""
{"version": "https://jsonfeed.org/version/1.1","title": "Five-Minute Physics","home_page_url": "https://fiveminutephysics.example.com/","feed_url": "https://fiveminutephysics.example.com/feed.json","description": "One question a day, answered before the kettle boils.","icon": "https://fiveminutephysics.example.com/cover.png","authors": [{"name": "Dr. Amara Lindqvist","url": "https://fiveminutephysics.example.com/about"}],"language": "en","items": [{"id": "https://fiveminutephysics.example.com/episodes/10","url": "https://fiveminutephysics.example.com/episodes/10","title": "Why is ice slippery? 🧊","summary": "A film of water, but not for the reason you were told.","content_text": "A film of water, but not for the reason you were told.","date_published": "2024-03-15T06:15:00.000Z","tags": ["ice"],"attachments": [{"url": "https://fiveminutephysics.example.com/audio/010.mp3","mime_type": "audio/mpeg","title": "Why is ice slippery? 🧊","size_in_bytes": 4903330,"duration_in_seconds": 306}]},{"id": "https://fiveminutephysics.example.com/episodes/9","url": "https://fiveminutephysics.example.com/episodes/9","title": "Why do cables tangle?","summary": "Give a string time and a box, and it ties itself.","content_text": "Give a string time and a box, and it ties itself.","date_published": "2024-03-14T06:15:00.000Z","tags": ["knots"],"attachments": [{"url": "https://fiveminutephysics.example.com/audio/009.mp3","mime_type": "audio/mpeg","title": "Why do cables tangle?","size_in_bytes": 4710597,"duration_in_seconds": 294}]},{"id": "https://fiveminutephysics.example.com/episodes/8","url": "https://fiveminutephysics.example.com/episodes/8","title": "How heavy is a cloud?","summary": "About a hundred elephants, spread thinly.","content_text": "About a hundred elephants, spread thinly.","date_published": "2024-03-13T06:15:00.000Z","tags": ["weather"],"attachments": [{"url": "https://fiveminutephysics.example.com/audio/008.mp3","mime_type": "audio/mpeg","title": "How heavy is a cloud?","size_in_bytes": 5189864,"duration_in_seconds": 324}]},{"id": "https://fiveminutephysics.example.com/episodes/7","url": "https://fiveminutephysics.example.com/episodes/7","title": "Why does the kettle sing?","summary": "Bubbles that never make it to the top.","content_text": "Bubbles that never make it to the top.","date_published": "2024-03-12T06:15:00.000Z","tags": ["sound"],"attachments": [{"url": "https://fiveminutephysics.example.com/audio/007.mp3","mime_type": "audio/mpeg","title": "Why does the kettle sing?","size_in_bytes": 4517131,"duration_in_seconds": 282}]},{"id": "https://fiveminutephysics.example.com/episodes/6","url": "https://fiveminutephysics.example.com/episodes/6","title": "Can you hear the shape of a drum?","summary": "A question from 1966 with the answer no.","content_text": "A question from 1966 with the answer no.","date_published": "2024-03-11T06:15:00.000Z","tags": ["sound","maths"],"attachments": [{"url": "https://fiveminutephysics.example.com/audio/006.mp3","mime_type": "audio/mpeg","title": "Can you hear the shape of a drum?","size_in_bytes": 5380398,"duration_in_seconds": 336}]},{"id": "https://fiveminutephysics.example.com/episodes/5","url": "https://fiveminutephysics.example.com/episodes/5","title": "Why is the night dark?","summary": "With that many stars it should not be.","content_text": "With that many stars it should not be.","date_published": "2024-03-08T06:15:00.000Z","tags": ["stars"],"attachments": [{"url": "https://fiveminutephysics.example.com/audio/005.mp3","mime_type": "audio/mpeg","title": "Why is the night dark?","size_in_bytes": 4995665,"duration_in_seconds": 312}]},{"id": "https://fiveminutephysics.example.com/episodes/4","url": "https://fiveminutephysics.example.com/episodes/4","title": "What is inside a proton?","summary": "More than three of anything.","content_text": "More than three of anything.","date_published": "2024-03-07T06:15:00.000Z","tags": ["particles"],"attachments": [{"url": "https://fiveminutephysics.example.com/audio/004.mp3","mime_type": "audio/mpeg","title": "What is inside a proton?","size_in_bytes": 5570932,"duration_in_seconds": 348}]},{"id": "https://fiveminutephysics.example.com/episodes/3","url": "https://fiveminutephysics.example.com/episodes/3","title": "Why do bicycles stay up?","summary": "Nobody needs to steer, up to a point.","content_text": "Nobody needs to steer, up to a point.","date_published": "2024-03-06T06:15:00.000Z","tags": ["motion"],"attachments": [{"url": "https://fiveminutephysics.example.com/audio/003.mp3","mime_type": "audio/mpeg","title": "Why do bicycles stay up?","size_in_bytes": 4802199,"duration_in_seconds": 300}]},{"id": "https://fiveminutephysics.example.com/episodes/2","url": "https://fiveminutephysics.example.com/episodes/2","title": "How does a fridge make cold?","summary": "It does not; it moves heat the wrong way.","content_text": "It does not; it moves heat the wrong way.","date_published": "2024-03-05T06:15:00.000Z","tags": ["heat"],"attachments": [{"url": "https://fiveminutephysics.example.com/audio/002.mp3","mime_type": "audio/mpeg","title": "How does a fridge make cold?","size_in_bytes": 4609466,"duration_in_seconds": 288}]},{"id": "https://fiveminutephysics.example.com/episodes/1","url": "https://fiveminutephysics.example.com/episodes/1","title": "Why is glass see-through?","summary": "Because it has nothing to say to light of that colour.","content_text": "Because it has nothing to say to light of that colour.","date_published": "2024-03-04T06:15:00.000Z","tags": ["light"],"attachments": [{"url": "https://fiveminutephysics.example.com/audio/001.mp3","mime_type": "audio/mpeg","title": "Why is glass see-through?","size_in_bytes": 5088733,"duration_in_seconds": 318}]}]}
"""##,
        "Resources/Feeds/harbour-lights.json": ##"""
{"version": "https://jsonfeed.org/version/1.1","title": "Harbour Lights","home_page_url": "https://harbourlights.example.com/","feed_url": "https://harbourlights.example.com/feed.json","description": "True stories from small ports, told by the people who keep them running.","icon": "https://harbourlights.example.com/cover.png","authors": [{"name": "Ines Okafor","url": "https://harbourlights.example.com/about"},{"name": "Tom Brandvold","url": "https://harbourlights.example.com/about"}],"language": "en-GB","_harbour": {"season": 2},"items": [{"id": "https://harbourlights.example.com/episodes/8","url": "https://harbourlights.example.com/episodes/8","title": "The pilot who counts waves","summary": "A harbour pilot boards a tanker in a swell and explains what she listens for.","content_text": "A harbour pilot boards a tanker in a swell and explains what she listens for.","date_published": "2024-03-14T05:30:00Z","tags": ["pilots","weather"],"attachments": [{"url": "https://harbourlights.example.com/audio/008.mp3","mime_type": "audio/mpeg","title": "The pilot who counts waves","size_in_bytes": 40037864,"duration_in_seconds": 2502}]},{"id": "https://harbourlights.example.com/episodes/7","url": "https://harbourlights.example.com/episodes/7","title": "Ice in the inner basin","summary": "Four days in which nothing could leave, and what the town did with them.","content_text": "Four days in which nothing could leave, and what the town did with them.","date_published": "2024-02-29T05:30:00Z","tags": ["winter"],"attachments": [{"url": "https://harbourlights.example.com/audio/007.mp3","mime_type": "audio/mpeg","title": "Ice in the inner basin","size_in_bytes": 36677131,"duration_in_seconds": 2292}]},{"id": "https://harbourlights.example.com/episodes/6","url": "https://harbourlights.example.com/episodes/6","title": "A lighthouse with a mortgage","summary": "Two nurses bought a lighthouse. The lamp is still somebody else's job.","content_text": "Two nurses bought a lighthouse. The lamp is still somebody else's job.","date_published": "2024-02-15T05:30:00Z","tags": ["lighthouses","houses"],"attachments": [{"url": "https://harbourlights.example.com/audio/006.mp3","mime_type": "audio/mpeg","title": "A lighthouse with a mortgage","size_in_bytes": 42244398,"duration_in_seconds": 2640}]},{"id": "https://harbourlights.example.com/episodes/5","url": "https://harbourlights.example.com/episodes/5","title": "Ferry number three","summary": "The oldest ferry of the line gets one more summer.","content_text": "The oldest ferry of the line gets one more summer.","date_published": "2024-02-01T05:30:00Z","tags": ["ferries"],"attachments": [{"url": "https://harbourlights.example.com/audio/005.mp3","mime_type": "audio/mpeg","title": "Ferry number three","size_in_bytes": 35043665,"duration_in_seconds": 2190}]},{"id": "https://harbourlights.example.com/episodes/4","url": "https://harbourlights.example.com/episodes/4","title": "What the tide clock knows","summary": "A clockmaker, a pier, and forty years of being three minutes late.","content_text": "A clockmaker, a pier, and forty years of being three minutes late.","date_published": "2024-01-18T05:30:00Z","tags": ["tides","clocks"],"attachments": [{"url": "https://harbourlights.example.com/audio/004.mp3","mime_type": "audio/mpeg","title": "What the tide clock knows","size_in_bytes": 32546932,"duration_in_seconds": 2034}]},{"id": "https://harbourlights.example.com/episodes/3","url": "https://harbourlights.example.com/episodes/3","title": "The net menders' strike","summary": "When the nets were left torn, the fleet stayed in.","content_text": "When the nets were left torn, the fleet stayed in.","date_published": "2024-01-04T05:30:00Z","tags": ["history","work"],"attachments": [{"url": "https://harbourlights.example.com/audio/003.mp3","mime_type": "audio/mpeg","title": "The net menders' strike","size_in_bytes": 45410199,"duration_in_seconds": 2838}]},{"id": "https://harbourlights.example.com/episodes/2","url": "https://harbourlights.example.com/episodes/2","title": "Fog signals","summary": "A recording engineer collects the last horns of the coast.","content_text": "A recording engineer collects the last horns of the coast.","date_published": "2023-12-21T05:30:00Z","tags": ["sound"],"attachments": [{"url": "https://harbourlights.example.com/audio/002.mp3","mime_type": "audio/mpeg","title": "Fog signals","size_in_bytes": 28609466,"duration_in_seconds": 1788}]},{"id": "https://harbourlights.example.com/episodes/1","url": "https://harbourlights.example.com/episodes/1","title": "First boat out","summary": "Four in the morning, minus six, and somebody has to go first.","content_text": "Four in the morning, minus six, and somebody has to go first.","date_published": "2023-12-07T05:30:00Z","tags": ["fishing"],"attachments": [{"url": "https://harbourlights.example.com/audio/001.mp3","mime_type": "audio/mpeg","title": "First boat out","size_in_bytes": 33696733,"duration_in_seconds": 2106}]}]}
"""##,
        "Resources/Feeds/night-library.json": ##"""
{"version": "https://jsonfeed.org/version/1.1","title": "夜の図書館 · Night Library","home_page_url": "https://nightlibrary.example.org/","feed_url": "https://nightlibrary.example.org/feed.json","description": "Short stories read after closing time, in two languages.","icon": "https://nightlibrary.example.org/cover.png","authors": [{"name": "Haruka Mori","url": "https://nightlibrary.example.org/about"},{"name": "Émile Castaing","url": "https://nightlibrary.example.org/about"}],"language": "ja","items": [{"id": "https://nightlibrary.example.org/episodes/6","url": "https://nightlibrary.example.org/episodes/6","title": "灯台守の手紙","summary": "A lighthouse keeper's letters, found between two dictionaries.","content_text": "A lighthouse keeper's letters, found between two dictionaries.","date_published": "2024-03-09T21:00:00+09:00","tags": ["朗読"],"attachments": [{"url": "https://nightlibrary.example.org/audio/006.mp3","mime_type": "audio/mpeg","title": "灯台守の手紙","size_in_bytes": 17668398,"duration_in_seconds": 1104}]},{"id": "https://nightlibrary.example.org/episodes/5","url": "https://nightlibrary.example.org/episodes/5","title": "Le train de minuit","summary": "A night train stops where there is no station.","content_text": "A night train stops where there is no station.","date_published": "2024-02-24T21:00:00+09:00","tags": ["lecture"],"attachments": [{"url": "https://nightlibrary.example.org/audio/005.mp3","mime_type": "audio/mpeg","title": "Le train de minuit","size_in_bytes": 21027665,"duration_in_seconds": 1314}]},{"id": "https://nightlibrary.example.org/episodes/4","url": "https://nightlibrary.example.org/episodes/4","title": "雨の図書館","summary": "It rains inside, and only on one shelf.","content_text": "It rains inside, and only on one shelf.","date_published": "2024-02-10T21:00:00+09:00","tags": ["朗読"],"attachments": [{"url": "https://nightlibrary.example.org/audio/004.mp3","mime_type": "audio/mpeg","title": "雨の図書館","size_in_bytes": 16034932,"duration_in_seconds": 1002}]},{"id": "https://nightlibrary.example.org/episodes/3","url": "https://nightlibrary.example.org/episodes/3","title": "The borrower of endings","summary": "Every book came back without its last page.","content_text": "Every book came back without its last page.","date_published": "2024-01-27T21:00:00+09:00","tags": ["reading"],"attachments": [{"url": "https://nightlibrary.example.org/audio/003.mp3","mime_type": "audio/mpeg","title": "The borrower of endings","size_in_bytes": 23234199,"duration_in_seconds": 1452}]},{"id": "https://nightlibrary.example.org/episodes/2","url": "https://nightlibrary.example.org/episodes/2","title": "猫と司書","summary": "The cat kept the catalogue; the librarian kept the cat.","content_text": "The cat kept the catalogue; the librarian kept the cat.","date_published": "2024-01-13T21:00:00+09:00","tags": ["朗読","猫"],"attachments": [{"url": "https://nightlibrary.example.org/audio/002.mp3","mime_type": "audio/mpeg","title": "猫と司書","size_in_bytes": 14689466,"duration_in_seconds": 918}]},{"id": "https://nightlibrary.example.org/episodes/1","url": "https://nightlibrary.example.org/episodes/1","title": "L'encre sympathique","summary": "A letter that can be read only once.","content_text": "A letter that can be read only once.","date_published": "2023-12-30T21:00:00+09:00","tags": ["lecture"],"attachments": [{"url": "https://nightlibrary.example.org/audio/001.mp3","mime_type": "audio/mpeg","title": "L'encre sympathique","size_in_bytes": 18816733,"duration_in_seconds": 1176}]}]}
"""##,
        "Resources/Feeds/slow-kitchen.json": ##"""
{"version": "https://jsonfeed.org/version/1.1","title": "The Slow Kitchen","home_page_url": "https://slowkitchen.example.org/","feed_url": "https://slowkitchen.example.org/feed.json","description": "One dish, one cook, no hurry.","icon": "https://slowkitchen.example.org/cover.png","authors": [{"name": "Rosa Ivanković","url": "https://slowkitchen.example.org/about"}],"language": "en","items": [{"id": "https://slowkitchen.example.org/episodes/7","url": "https://slowkitchen.example.org/episodes/7","title": "Beans, overnight","summary": "Why the pot stays on and the lid stays closed.","content_text": "Why the pot stays on and the lid stays closed.","date_published": "2024-03-10T09:00:00+01:00","tags": ["beans"],"attachments": [{"url": "https://slowkitchen.example.org/audio/007.mp3","mime_type": "audio/mpeg","title": "Beans, overnight","size_in_bytes": 26309131,"duration_in_seconds": 1644}]},{"id": "https://slowkitchen.example.org/episodes/6","url": "https://slowkitchen.example.org/episodes/6","title": "Bread without a timer","summary": "Dough tells the time if you know how to look at it.","content_text": "Dough tells the time if you know how to look at it.","date_published": "2024-02-25T09:00:00+01:00","tags": ["bread"],"attachments": [{"url": "https://slowkitchen.example.org/audio/006.mp3","mime_type": "audio/mpeg","title": "Bread without a timer","size_in_bytes": 29764398,"duration_in_seconds": 1860}]},{"id": "https://slowkitchen.example.org/episodes/5","url": "https://slowkitchen.example.org/episodes/5","title": "Stock from nearly nothing","summary": "A freezer bag, an onion, an afternoon.","content_text": "A freezer bag, an onion, an afternoon.","date_published": "2024-02-11T09:00:00+01:00","tags": ["soup"],"attachments": [{"url": "https://slowkitchen.example.org/audio/005.mp3","mime_type": "audio/mpeg","title": "Stock from nearly nothing","size_in_bytes": 23619665,"duration_in_seconds": 1476}]},{"id": "https://slowkitchen.example.org/episodes/4","url": "https://slowkitchen.example.org/episodes/4","title": "The patience of pickles","summary": "Salt, cabbage and a crock older than the cook.","content_text": "Salt, cabbage and a crock older than the cook.","date_published": "2024-01-28T09:00:00+01:00","tags": ["pickles"],"attachments": [{"url": "https://slowkitchen.example.org/audio/004.mp3","mime_type": "audio/mpeg","title": "The patience of pickles","size_in_bytes": 31954932,"duration_in_seconds": 1997}]},{"id": "https://slowkitchen.example.org/episodes/3","url": "https://slowkitchen.example.org/episodes/3","title": "Rice five ways, one pot","summary": "Five cooks disagree about a lid.","content_text": "Five cooks disagree about a lid.","date_published": "2024-01-14T09:00:00+01:00","tags": ["rice"],"attachments": [{"url": "https://slowkitchen.example.org/audio/003.mp3","mime_type": "audio/mpeg","title": "Rice five ways, one pot","size_in_bytes": 28514199,"duration_in_seconds": 1782}]},{"id": "https://slowkitchen.example.org/episodes/2","url": "https://slowkitchen.example.org/episodes/2","title": "Quince, again","summary": "They looked ready in October. They were not.","content_text": "They looked ready in October. They were not.","date_published": "2023-12-31T09:00:00+01:00","tags": ["fruit"],"attachments": [{"url": "https://slowkitchen.example.org/audio/002.mp3","mime_type": "audio/mpeg","title": "Quince, again","size_in_bytes": 21889466,"duration_in_seconds": 1368}]},{"id": "https://slowkitchen.example.org/episodes/1","url": "https://slowkitchen.example.org/episodes/1","title": "A cake that takes three days","summary": "It is mostly waiting, and worth it.","content_text": "It is mostly waiting, and worth it.","date_published": "2023-12-17T09:00:00+01:00","tags": ["baking"],"attachments": [{"url": "https://slowkitchen.example.org/audio/001.mp3","mime_type": "audio/mpeg","title": "A cake that takes three days","size_in_bytes": 34080733,"duration_in_seconds": 2130}]}]}
"""##,
        "Resources/Store/Podcasts.storekit": ##"""
{"identifier" : "6C1E9D52","nonRenewingSubscriptions" : [{"displayPrice" : "12.99","familyShareable" : false,"internalID" : "30514877","localizations" : [{"description" : "The transcripts of one season","displayName" : "Season pass","locale" : "en_US"}],"productID" : "podcasts.season-pass","recurringSubscriptionPeriod" : "P3M","referenceName" : "Season pass","type" : "NonRenewingSubscription"}],"products" : [{"displayPrice" : "8.99","familyShareable" : true,"internalID" : "41D2B7F0","localizations" : [{"description" : "The transcripts of all episodes","displayName" : "Transcripts","locale" : "en_US"}],"productID" : "podcasts.transcripts","referenceName" : "Transcripts","type" : "NonConsumable"},{"displayPrice" : "0.99","familyShareable" : false,"internalID" : "5F80A3C6","localizations" : [{"description" : "One for each hour of speech","displayName" : "Transcript credits","locale" : "en_US"}],"productID" : "podcasts.credits","referenceName" : "Credits","type" : "Consumable"}],"settings" : {"_askToBuyEnabled" : false,"_billingGracePeriodEnabled" : true,"_failTransactionsEnabled" : false,"_locale" : "en_US","_storefront" : "USA","_timeRate" : 0},"subscriptionGroups" : [{"id" : "20A94D11","localizations" : [],"name" : "Premium","subscriptions" : [{"adHocOffers" : [],"codeOffers" : [],"displayPrice" : "4.99","familyShareable" : true,"groupNumber" : 1,"internalID" : "7B66E0D9","introductoryOffer" : null,"localizations" : [{"description" : "Every listening feature, month by month","displayName" : "Premium subscription","locale" : "en_US"}],"productID" : "podcasts.premium","recurringSubscriptionPeriod" : "P1M","referenceName" : "Premium monthly","subscriptionGroupID" : "20A94D11","type" : "RecurringSubscription"}]}],"version" : {"major" : 3,"minor" : 0}}
"""##,
        "Resources/expectations/podcast.json5": ##"""
// The expected availability of features in Podcasts. "flint check FILE" compares the app with this
// file, and "flint check FILE --record" regenerates it from the app. You can edit this file. Features that
// are not listed are not checked.
//
// A state is "now", the app as it starts, or a persona. A feature is "available", "unavailable" or
// "undetermined". "because" lists the requirements that decide it: those not met, or else the unknown ones.
{
  flint: "expectations",
  version: 2,
  states: {
    // The app as it starts.
    now: {
      platform: "iOS 17.2",
      features: {
        "PodcastFeatures": "available",
        "PodcastFeatures/PlaybackFeature": "available",
        // Dynamic Speed: User setting is off.
        "PodcastFeatures/PlaybackFeature/SpeedFeature": { is: "unavailable", because: ["purchase podcasts.premium", "user-setting PodcastFeatures/PlaybackFeature/SpeedFeature"] },
        // Sound enhancement: User setting is off.
        "PodcastFeatures/PlaybackFeature/SoundEnhancementFeature": { is: "unavailable", because: ["purchase podcasts.premium", "user-setting PodcastFeatures/PlaybackFeature/SoundEnhancementFeature"] },
        "PodcastFeatures/PlaybackFeature/UpNextFeature": "available",
        // Sleep timer: Flag sleep-timer is off.
        "PodcastFeatures/PlaybackFeature/SleepTimerFeature": { is: "unavailable", because: ["flag sleep-timer"] },
        "PodcastFeatures/DownloadsFeature": "available",
        // Turbo downloads: Runtime switch is off.
        "PodcastFeatures/DownloadsFeature/TurboDownloadsFeature": { is: "unavailable", because: ["runtime-switch PodcastFeatures/DownloadsFeature/TurboDownloadsFeature"] },
        "PodcastFeatures/FavouritesFeature": "available",
        // Smart playlists: Premium subscription is not purchased.
        "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature": { is: "unavailable", because: ["purchase podcasts.premium"] },
        "PodcastFeatures/SharingFeature": "available",
        // Clip sharing: Camera is restricted.
        "PodcastFeatures/SharingFeature/ClipSharingFeature": { is: "unavailable", because: ["permission camera", "permission microphone"] },
        // Transcripts: Premium subscription is not purchased.
        "PodcastFeatures/SharingFeature/TranscriptsFeature": { is: "unavailable", because: ["purchase podcasts.premium", "purchase podcasts.season-pass", "purchase podcasts.transcripts"] },
        // Transcript search: Premium subscription is not purchased.
        "PodcastFeatures/SharingFeature/TranscriptsFeature/TranscriptSearchFeature": { is: "unavailable", because: ["purchase podcasts.credits", "purchase podcasts.premium", "purchase podcasts.season-pass", "purchase podcasts.transcripts"] },
        "PodcastFeatures/DevicesFeature": "available",
        "PodcastFeatures/DevicesFeature/LockScreenPlayerFeature": "available",
        // Episode summaries: iOS 18.0 or later is required, but this is iOS 17.2.
        "PodcastFeatures/DevicesFeature/EpisodeSummariesFeature": { is: "unavailable", because: ["platform"] },
        "PodcastFeatures/DevicesFeature/WatchPlayerFeature": "available",
        // Living room player: iOS is not supported.
        "PodcastFeatures/DevicesFeature/LivingRoomPlayerFeature": { is: "unavailable", because: ["platform"] },
        // Menu bar player: macOS, any version is required, but this is iOS 17.2.
        "PodcastFeatures/DevicesFeature/MenuBarPlayerFeature": { is: "unavailable", because: ["platform"] },
        // Nearby speakers: Bluetooth is not determined.
        "PodcastFeatures/DevicesFeature/NearbySpeakersFeature": { is: "undetermined", because: ["permission bluetooth", "permission local-network"] },
        // Episode alerts: Notifications is not determined.
        "PodcastFeatures/EpisodeAlertsFeature": { is: "undetermined", because: ["permission notifications"] },
        "PodcastFeatures/DiagnosticsFeature": "available",
        "PodcastFeatures/AccountFeature": "available",
        // Device sync: Sync server is 9.4, and 9.6 or later is required.
        "PodcastFeatures/AccountFeature/DeviceSyncFeature": { is: "unavailable", because: ["fact sync-server"] },
        // Family library: Account is personal, and family is required.
        "PodcastFeatures/AccountFeature/FamilyLibraryFeature": { is: "unavailable", because: ["fact account-level"] },
        // Local charts: Catalog is Iceland, and Germany or Japan is required.
        "PodcastFeatures/AccountFeature/LocalChartsFeature": { is: "unavailable", because: ["fact catalog-country"] },
        // Chapter titles: On-device model is not enabled.
        "PodcastFeatures/AccountFeature/ChapterTitlesFeature": { is: "unavailable", because: ["fact on-device-model"] },
        "FlintFeatures": "available",
        "FlintFeatures/RoutesFeature": "available",
        "FlintFeatures/ActivitiesFeature": "available",
        "FlintFeatures/TimelineFeature": "available",
        "FlintFeatures/FocusFeature": "available",
        "FlintFeatures/AnalyticsFeature": "available",
        "FlintFeatures/ActionStacksFeature": "available",
        "FlintUIFeatures": "available",
        "FlintUIFeatures/FeatureBrowserFeature": "available",
        "FlintUIFeatures/PurchaseBrowserFeature": "available",
        "FlintUIFeatures/PermissionBrowserFeature": "available",
        "FlintUIFeatures/FlagBrowserFeature": "available",
        "FlintUIFeatures/TimelineBrowserFeature": "available",
        "FlintUIFeatures/ActionStackBrowserFeature": "available",
        "FlintUIFeatures/LogBrowserFeature": "available",
      },
    },

    // May not buy, and is not asked: parental restrictions forbid it.
    "Child account": {
      platform: "iOS 17.2",
      features: {
        "PodcastFeatures": "available",
        "PodcastFeatures/PlaybackFeature": "available",
        // Dynamic Speed: User setting is off.
        "PodcastFeatures/PlaybackFeature/SpeedFeature": { is: "unavailable", because: ["purchase podcasts.premium", "user-setting PodcastFeatures/PlaybackFeature/SpeedFeature"] },
        // Sound enhancement: User setting is off.
        "PodcastFeatures/PlaybackFeature/SoundEnhancementFeature": { is: "unavailable", because: ["purchase podcasts.premium", "user-setting PodcastFeatures/PlaybackFeature/SoundEnhancementFeature"] },
        "PodcastFeatures/PlaybackFeature/UpNextFeature": "available",
        // Sleep timer: Flag sleep-timer is off.
        "PodcastFeatures/PlaybackFeature/SleepTimerFeature": { is: "unavailable", because: ["flag sleep-timer"] },
        "PodcastFeatures/DownloadsFeature": "available",
        // Turbo downloads: Runtime switch is off.
        "PodcastFeatures/DownloadsFeature/TurboDownloadsFeature": { is: "unavailable", because: ["runtime-switch PodcastFeatures/DownloadsFeature/TurboDownloadsFeature"] },
        "PodcastFeatures/FavouritesFeature": "available",
        // Smart playlists: Location when in use is restricted.
        "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature": { is: "unavailable", because: ["permission location-when-in-use", "purchase podcasts.premium"] },
        "PodcastFeatures/SharingFeature": "available",
        // Clip sharing: Photos is restricted.
        "PodcastFeatures/SharingFeature/ClipSharingFeature": { is: "unavailable", because: ["permission camera", "permission microphone", "permission photos"] },
        // Transcripts: Premium subscription is not purchased.
        "PodcastFeatures/SharingFeature/TranscriptsFeature": { is: "unavailable", because: ["purchase podcasts.premium", "purchase podcasts.season-pass", "purchase podcasts.transcripts"] },
        // Transcript search: Premium subscription is not purchased.
        "PodcastFeatures/SharingFeature/TranscriptsFeature/TranscriptSearchFeature": { is: "unavailable", because: ["purchase podcasts.credits", "purchase podcasts.premium", "purchase podcasts.season-pass", "purchase podcasts.transcripts"] },
        "PodcastFeatures/DevicesFeature": "available",
        "PodcastFeatures/DevicesFeature/LockScreenPlayerFeature": "available",
        // Episode summaries: iOS 18.0 or later is required, but this is iOS 17.2.
        "PodcastFeatures/DevicesFeature/EpisodeSummariesFeature": { is: "unavailable", because: ["platform"] },
        "PodcastFeatures/DevicesFeature/WatchPlayerFeature": "available",
        // Living room player: iOS is not supported.
        "PodcastFeatures/DevicesFeature/LivingRoomPlayerFeature": { is: "unavailable", because: ["platform"] },
        // Menu bar player: macOS, any version is required, but this is iOS 17.2.
        "PodcastFeatures/DevicesFeature/MenuBarPlayerFeature": { is: "unavailable", because: ["platform"] },
        // Nearby speakers: Bluetooth is restricted.
        "PodcastFeatures/DevicesFeature/NearbySpeakersFeature": { is: "unavailable", because: ["permission bluetooth", "permission local-network"] },
        // Episode alerts: Notifications is restricted.
        "PodcastFeatures/EpisodeAlertsFeature": { is: "unavailable", because: ["permission notifications"] },
        "PodcastFeatures/DiagnosticsFeature": "available",
        "PodcastFeatures/AccountFeature": "available",
        // Device sync: Sync server is 9.4, and 9.6 or later is required.
        "PodcastFeatures/AccountFeature/DeviceSyncFeature": { is: "unavailable", because: ["fact sync-server"] },
        // Family library: Account is personal, and family is required.
        "PodcastFeatures/AccountFeature/FamilyLibraryFeature": { is: "unavailable", because: ["fact account-level"] },
        // Local charts: Catalog is Iceland, and Germany or Japan is required.
        "PodcastFeatures/AccountFeature/LocalChartsFeature": { is: "unavailable", because: ["fact catalog-country"] },
        // Chapter titles: On-device model is not enabled.
        "PodcastFeatures/AccountFeature/ChapterTitlesFeature": { is: "unavailable", because: ["fact on-device-model"] },
        "FlintFeatures": "available",
        "FlintFeatures/RoutesFeature": "available",
        "FlintFeatures/ActivitiesFeature": "available",
        "FlintFeatures/TimelineFeature": "available",
        "FlintFeatures/FocusFeature": "available",
        "FlintFeatures/AnalyticsFeature": "available",
        "FlintFeatures/ActionStacksFeature": "available",
        "FlintUIFeatures": "available",
        "FlintUIFeatures/FeatureBrowserFeature": "available",
        "FlintUIFeatures/PurchaseBrowserFeature": "available",
        "FlintUIFeatures/PermissionBrowserFeature": "available",
        "FlintUIFeatures/FlagBrowserFeature": "available",
        "FlintUIFeatures/TimelineBrowserFeature": "available",
        "FlintUIFeatures/ActionStackBrowserFeature": "available",
        "FlintUIFeatures/LogBrowserFeature": "available",
      },
    },

    // Has bought nothing, and allows what is asked for.
    "Free user": {
      platform: "iOS 17.2",
      features: {
        "PodcastFeatures": "available",
        "PodcastFeatures/PlaybackFeature": "available",
        // Dynamic Speed: Premium subscription is not purchased.
        "PodcastFeatures/PlaybackFeature/SpeedFeature": { is: "unavailable", because: ["purchase podcasts.premium"] },
        // Sound enhancement: Premium subscription is not purchased.
        "PodcastFeatures/PlaybackFeature/SoundEnhancementFeature": { is: "unavailable", because: ["purchase podcasts.premium"] },
        "PodcastFeatures/PlaybackFeature/UpNextFeature": "available",
        // Sleep timer: Flag sleep-timer is off.
        "PodcastFeatures/PlaybackFeature/SleepTimerFeature": { is: "unavailable", because: ["flag sleep-timer"] },
        "PodcastFeatures/DownloadsFeature": "available",
        // Turbo downloads: Runtime switch is off.
        "PodcastFeatures/DownloadsFeature/TurboDownloadsFeature": { is: "unavailable", because: ["runtime-switch PodcastFeatures/DownloadsFeature/TurboDownloadsFeature"] },
        "PodcastFeatures/FavouritesFeature": "available",
        // Smart playlists: Premium subscription is not purchased.
        "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature": { is: "unavailable", because: ["purchase podcasts.premium"] },
        "PodcastFeatures/SharingFeature": "available",
        "PodcastFeatures/SharingFeature/ClipSharingFeature": "available",
        // Transcripts: Premium subscription is not purchased.
        "PodcastFeatures/SharingFeature/TranscriptsFeature": { is: "unavailable", because: ["purchase podcasts.premium", "purchase podcasts.season-pass", "purchase podcasts.transcripts"] },
        // Transcript search: Premium subscription is not purchased.
        "PodcastFeatures/SharingFeature/TranscriptsFeature/TranscriptSearchFeature": { is: "unavailable", because: ["purchase podcasts.credits", "purchase podcasts.premium", "purchase podcasts.season-pass", "purchase podcasts.transcripts"] },
        "PodcastFeatures/DevicesFeature": "available",
        "PodcastFeatures/DevicesFeature/LockScreenPlayerFeature": "available",
        // Episode summaries: iOS 18.0 or later is required, but this is iOS 17.2.
        "PodcastFeatures/DevicesFeature/EpisodeSummariesFeature": { is: "unavailable", because: ["platform"] },
        "PodcastFeatures/DevicesFeature/WatchPlayerFeature": "available",
        // Living room player: iOS is not supported.
        "PodcastFeatures/DevicesFeature/LivingRoomPlayerFeature": { is: "unavailable", because: ["platform"] },
        // Menu bar player: macOS, any version is required, but this is iOS 17.2.
        "PodcastFeatures/DevicesFeature/MenuBarPlayerFeature": { is: "unavailable", because: ["platform"] },
        "PodcastFeatures/DevicesFeature/NearbySpeakersFeature": "available",
        "PodcastFeatures/EpisodeAlertsFeature": "available",
        "PodcastFeatures/DiagnosticsFeature": "available",
        "PodcastFeatures/AccountFeature": "available",
        // Device sync: Sync server is 9.4, and 9.6 or later is required.
        "PodcastFeatures/AccountFeature/DeviceSyncFeature": { is: "unavailable", because: ["fact sync-server"] },
        // Family library: Account is personal, and family is required.
        "PodcastFeatures/AccountFeature/FamilyLibraryFeature": { is: "unavailable", because: ["fact account-level"] },
        // Local charts: Catalog is Iceland, and Germany or Japan is required.
        "PodcastFeatures/AccountFeature/LocalChartsFeature": { is: "unavailable", because: ["fact catalog-country"] },
        // Chapter titles: On-device model is not enabled.
        "PodcastFeatures/AccountFeature/ChapterTitlesFeature": { is: "unavailable", because: ["fact on-device-model"] },
        "FlintFeatures": "available",
        "FlintFeatures/RoutesFeature": "available",
        "FlintFeatures/ActivitiesFeature": "available",
        "FlintFeatures/TimelineFeature": "available",
        "FlintFeatures/FocusFeature": "available",
        "FlintFeatures/AnalyticsFeature": "available",
        "FlintFeatures/ActionStacksFeature": "available",
        "FlintUIFeatures": "available",
        "FlintUIFeatures/FeatureBrowserFeature": "available",
        "FlintUIFeatures/PurchaseBrowserFeature": "available",
        "FlintUIFeatures/PermissionBrowserFeature": "available",
        "FlintUIFeatures/FlagBrowserFeature": "available",
        "FlintUIFeatures/TimelineBrowserFeature": "available",
        "FlintUIFeatures/ActionStackBrowserFeature": "available",
        "FlintUIFeatures/LogBrowserFeature": "available",
      },
    },

    // Reaches neither the store nor the flag server.
    "Offline tester": {
      platform: "iOS 17.2",
      features: {
        "PodcastFeatures": "available",
        "PodcastFeatures/PlaybackFeature": "available",
        // Dynamic Speed: User setting is off.
        "PodcastFeatures/PlaybackFeature/SpeedFeature": { is: "unavailable", because: ["user-setting PodcastFeatures/PlaybackFeature/SpeedFeature"] },
        // Sound enhancement: User setting is off.
        "PodcastFeatures/PlaybackFeature/SoundEnhancementFeature": { is: "unavailable", because: ["user-setting PodcastFeatures/PlaybackFeature/SoundEnhancementFeature"] },
        // Up next: Flag up-next is off.
        "PodcastFeatures/PlaybackFeature/UpNextFeature": { is: "unavailable", because: ["flag up-next"] },
        // Sleep timer: Flag sleep-timer is off.
        "PodcastFeatures/PlaybackFeature/SleepTimerFeature": { is: "unavailable", because: ["flag sleep-timer"] },
        "PodcastFeatures/DownloadsFeature": "available",
        // Turbo downloads: Runtime switch is off.
        "PodcastFeatures/DownloadsFeature/TurboDownloadsFeature": { is: "unavailable", because: ["flag room-for-downloads", "runtime-switch PodcastFeatures/DownloadsFeature/TurboDownloadsFeature"] },
        "PodcastFeatures/FavouritesFeature": "available",
        // Smart playlists: Premium subscription is undetermined.
        "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature": { is: "undetermined", because: ["permission location-when-in-use", "purchase podcasts.premium"] },
        "PodcastFeatures/SharingFeature": "available",
        // Clip sharing: Photos is not determined.
        "PodcastFeatures/SharingFeature/ClipSharingFeature": { is: "undetermined", because: ["permission camera", "permission microphone", "permission photos"] },
        // Transcripts: Premium subscription is undetermined.
        "PodcastFeatures/SharingFeature/TranscriptsFeature": { is: "undetermined", because: ["purchase podcasts.premium", "purchase podcasts.season-pass", "purchase podcasts.transcripts"] },
        // Transcript search: Premium subscription is undetermined.
        "PodcastFeatures/SharingFeature/TranscriptsFeature/TranscriptSearchFeature": { is: "undetermined", because: ["purchase podcasts.credits", "purchase podcasts.premium", "purchase podcasts.season-pass", "purchase podcasts.transcripts"] },
        "PodcastFeatures/DevicesFeature": "available",
        "PodcastFeatures/DevicesFeature/LockScreenPlayerFeature": "available",
        // Episode summaries: iOS 18.0 or later is required, but this is iOS 17.2.
        "PodcastFeatures/DevicesFeature/EpisodeSummariesFeature": { is: "unavailable", because: ["flag summary-model", "platform"] },
        "PodcastFeatures/DevicesFeature/WatchPlayerFeature": "available",
        // Living room player: iOS is not supported.
        "PodcastFeatures/DevicesFeature/LivingRoomPlayerFeature": { is: "unavailable", because: ["platform"] },
        // Menu bar player: macOS, any version is required, but this is iOS 17.2.
        "PodcastFeatures/DevicesFeature/MenuBarPlayerFeature": { is: "unavailable", because: ["platform"] },
        // Nearby speakers: Bluetooth is not determined.
        "PodcastFeatures/DevicesFeature/NearbySpeakersFeature": { is: "undetermined", because: ["permission bluetooth", "permission local-network"] },
        // Episode alerts: Notifications is not determined.
        "PodcastFeatures/EpisodeAlertsFeature": { is: "undetermined", because: ["permission notifications"] },
        "PodcastFeatures/DiagnosticsFeature": "available",
        "PodcastFeatures/AccountFeature": "available",
        // Device sync: Sync server is 9.4, and 9.6 or later is required.
        "PodcastFeatures/AccountFeature/DeviceSyncFeature": { is: "unavailable", because: ["fact sync-server"] },
        // Family library: Account is personal, and family is required.
        "PodcastFeatures/AccountFeature/FamilyLibraryFeature": { is: "unavailable", because: ["fact account-level"] },
        // Local charts: Catalog is Iceland, and Germany or Japan is required.
        "PodcastFeatures/AccountFeature/LocalChartsFeature": { is: "unavailable", because: ["fact catalog-country"] },
        // Chapter titles: On-device model is not enabled.
        "PodcastFeatures/AccountFeature/ChapterTitlesFeature": { is: "unavailable", because: ["fact on-device-model"] },
        "FlintFeatures": "available",
        "FlintFeatures/RoutesFeature": "available",
        "FlintFeatures/ActivitiesFeature": "available",
        "FlintFeatures/TimelineFeature": "available",
        "FlintFeatures/FocusFeature": "available",
        "FlintFeatures/AnalyticsFeature": "available",
        "FlintFeatures/ActionStacksFeature": "available",
        "FlintUIFeatures": "available",
        "FlintUIFeatures/FeatureBrowserFeature": "available",
        "FlintUIFeatures/PurchaseBrowserFeature": "available",
        "FlintUIFeatures/PermissionBrowserFeature": "available",
        "FlintUIFeatures/FlagBrowserFeature": "available",
        "FlintUIFeatures/TimelineBrowserFeature": "available",
        "FlintUIFeatures/ActionStackBrowserFeature": "available",
        "FlintUIFeatures/LogBrowserFeature": "available",
      },
    },

    // Has the premium subscription, and allows what is asked for.
    "Premium user": {
      platform: "iOS 17.2",
      features: {
        "PodcastFeatures": "available",
        "PodcastFeatures/PlaybackFeature": "available",
        "PodcastFeatures/PlaybackFeature/SpeedFeature": "available",
        "PodcastFeatures/PlaybackFeature/SoundEnhancementFeature": "available",
        "PodcastFeatures/PlaybackFeature/UpNextFeature": "available",
        // Sleep timer: Flag sleep-timer is off.
        "PodcastFeatures/PlaybackFeature/SleepTimerFeature": { is: "unavailable", because: ["flag sleep-timer"] },
        "PodcastFeatures/DownloadsFeature": "available",
        // Turbo downloads: Runtime switch is off.
        "PodcastFeatures/DownloadsFeature/TurboDownloadsFeature": { is: "unavailable", because: ["runtime-switch PodcastFeatures/DownloadsFeature/TurboDownloadsFeature"] },
        "PodcastFeatures/FavouritesFeature": "available",
        "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature": "available",
        "PodcastFeatures/SharingFeature": "available",
        "PodcastFeatures/SharingFeature/ClipSharingFeature": "available",
        // Transcripts: Transcripts is not purchased.
        "PodcastFeatures/SharingFeature/TranscriptsFeature": { is: "unavailable", because: ["purchase podcasts.transcripts"] },
        // Transcript search: Transcripts is not purchased.
        "PodcastFeatures/SharingFeature/TranscriptsFeature/TranscriptSearchFeature": { is: "unavailable", because: ["purchase podcasts.credits", "purchase podcasts.transcripts"] },
        "PodcastFeatures/DevicesFeature": "available",
        "PodcastFeatures/DevicesFeature/LockScreenPlayerFeature": "available",
        // Episode summaries: iOS 18.0 or later is required, but this is iOS 17.2.
        "PodcastFeatures/DevicesFeature/EpisodeSummariesFeature": { is: "unavailable", because: ["platform"] },
        "PodcastFeatures/DevicesFeature/WatchPlayerFeature": "available",
        // Living room player: iOS is not supported.
        "PodcastFeatures/DevicesFeature/LivingRoomPlayerFeature": { is: "unavailable", because: ["platform"] },
        // Menu bar player: macOS, any version is required, but this is iOS 17.2.
        "PodcastFeatures/DevicesFeature/MenuBarPlayerFeature": { is: "unavailable", because: ["platform"] },
        "PodcastFeatures/DevicesFeature/NearbySpeakersFeature": "available",
        "PodcastFeatures/EpisodeAlertsFeature": "available",
        "PodcastFeatures/DiagnosticsFeature": "available",
        "PodcastFeatures/AccountFeature": "available",
        // Device sync: Sync server is 9.4, and 9.6 or later is required.
        "PodcastFeatures/AccountFeature/DeviceSyncFeature": { is: "unavailable", because: ["fact sync-server"] },
        // Family library: Account is personal, and family is required.
        "PodcastFeatures/AccountFeature/FamilyLibraryFeature": { is: "unavailable", because: ["fact account-level"] },
        // Local charts: Catalog is Iceland, and Germany or Japan is required.
        "PodcastFeatures/AccountFeature/LocalChartsFeature": { is: "unavailable", because: ["fact catalog-country"] },
        // Chapter titles: On-device model is not enabled.
        "PodcastFeatures/AccountFeature/ChapterTitlesFeature": { is: "unavailable", because: ["fact on-device-model"] },
        "FlintFeatures": "available",
        "FlintFeatures/RoutesFeature": "available",
        "FlintFeatures/ActivitiesFeature": "available",
        "FlintFeatures/TimelineFeature": "available",
        "FlintFeatures/FocusFeature": "available",
        "FlintFeatures/AnalyticsFeature": "available",
        "FlintFeatures/ActionStacksFeature": "available",
        "FlintUIFeatures": "available",
        "FlintUIFeatures/FeatureBrowserFeature": "available",
        "FlintUIFeatures/PurchaseBrowserFeature": "available",
        "FlintUIFeatures/PermissionBrowserFeature": "available",
        "FlintUIFeatures/FlagBrowserFeature": "available",
        "FlintUIFeatures/TimelineBrowserFeature": "available",
        "FlintUIFeatures/ActionStackBrowserFeature": "available",
        "FlintUIFeatures/LogBrowserFeature": "available",
      },
    },

    // Has the premium subscription, on the wrist.
    "Watch user": {
      platform: "watchOS 10.0",
      features: {
        "PodcastFeatures": "available",
        "PodcastFeatures/PlaybackFeature": "available",
        "PodcastFeatures/PlaybackFeature/SpeedFeature": "available",
        "PodcastFeatures/PlaybackFeature/SoundEnhancementFeature": "available",
        "PodcastFeatures/PlaybackFeature/UpNextFeature": "available",
        // Sleep timer: Flag sleep-timer is off.
        "PodcastFeatures/PlaybackFeature/SleepTimerFeature": { is: "unavailable", because: ["flag sleep-timer"] },
        "PodcastFeatures/DownloadsFeature": "available",
        // Turbo downloads: Runtime switch is off.
        "PodcastFeatures/DownloadsFeature/TurboDownloadsFeature": { is: "unavailable", because: ["runtime-switch PodcastFeatures/DownloadsFeature/TurboDownloadsFeature"] },
        "PodcastFeatures/FavouritesFeature": "available",
        "PodcastFeatures/FavouritesFeature/SmartPlaylistsFeature": "available",
        "PodcastFeatures/SharingFeature": "available",
        // Clip sharing: Camera is unsupported.
        "PodcastFeatures/SharingFeature/ClipSharingFeature": { is: "unavailable", because: ["permission camera"] },
        // Transcripts: Transcripts is not purchased.
        "PodcastFeatures/SharingFeature/TranscriptsFeature": { is: "unavailable", because: ["purchase podcasts.transcripts"] },
        // Transcript search: Transcripts is not purchased.
        "PodcastFeatures/SharingFeature/TranscriptsFeature/TranscriptSearchFeature": { is: "unavailable", because: ["purchase podcasts.credits", "purchase podcasts.transcripts"] },
        "PodcastFeatures/DevicesFeature": "available",
        // Lock screen player: watchOS is not supported.
        "PodcastFeatures/DevicesFeature/LockScreenPlayerFeature": { is: "unavailable", because: ["platform"] },
        // Episode summaries: Flag summary-model is pending.
        "PodcastFeatures/DevicesFeature/EpisodeSummariesFeature": { is: "undetermined", because: ["flag summary-model"] },
        "PodcastFeatures/DevicesFeature/WatchPlayerFeature": "available",
        // Living room player: watchOS is not supported.
        "PodcastFeatures/DevicesFeature/LivingRoomPlayerFeature": { is: "unavailable", because: ["platform"] },
        // Menu bar player: macOS, any version is required, but this is watchOS 10.0.
        "PodcastFeatures/DevicesFeature/MenuBarPlayerFeature": { is: "unavailable", because: ["platform"] },
        "PodcastFeatures/DevicesFeature/NearbySpeakersFeature": "available",
        "PodcastFeatures/EpisodeAlertsFeature": "available",
        "PodcastFeatures/DiagnosticsFeature": "available",
        "PodcastFeatures/AccountFeature": "available",
        // Device sync: Sync server is 9.4, and 9.6 or later is required.
        "PodcastFeatures/AccountFeature/DeviceSyncFeature": { is: "unavailable", because: ["fact sync-server"] },
        // Family library: Account is personal, and family is required.
        "PodcastFeatures/AccountFeature/FamilyLibraryFeature": { is: "unavailable", because: ["fact account-level"] },
        // Local charts: Catalog is Iceland, and Germany or Japan is required.
        "PodcastFeatures/AccountFeature/LocalChartsFeature": { is: "unavailable", because: ["fact catalog-country"] },
        // Chapter titles: On-device model is not enabled.
        "PodcastFeatures/AccountFeature/ChapterTitlesFeature": { is: "unavailable", because: ["fact on-device-model"] },
        "FlintFeatures": "available",
        "FlintFeatures/RoutesFeature": "available",
        "FlintFeatures/ActivitiesFeature": "available",
        "FlintFeatures/TimelineFeature": "available",
        "FlintFeatures/FocusFeature": "available",
        "FlintFeatures/AnalyticsFeature": "available",
        "FlintFeatures/ActionStacksFeature": "available",
        "FlintUIFeatures": "available",
        "FlintUIFeatures/FeatureBrowserFeature": "available",
        "FlintUIFeatures/PurchaseBrowserFeature": "available",
        "FlintUIFeatures/PermissionBrowserFeature": "available",
        "FlintUIFeatures/FlagBrowserFeature": "available",
        "FlintUIFeatures/TimelineBrowserFeature": "available",
        "FlintUIFeatures/ActionStackBrowserFeature": "available",
        "FlintUIFeatures/LogBrowserFeature": "available",
      },
    },
  },
}

"""##,
        "Resources/lint/podcast.json5": ##"""
// The rules of lint for the demo.
{
  flint: "lint",
  version: 1,
  rules: {
    "unused-product": "problem",
    "available-together": "off",
  },
  accepted: [
    {
      rule: "never-on-this-platform",
      subject: "PodcastFeatures/DevicesFeature/*Player*",
      reason: "Players for other devices are part of every build",
    },
    {
      rule: "never-on-this-platform",
      subject: "PodcastFeatures/DevicesFeature/EpisodeSummariesFeature",
      reason: "iOS 18 is the minimum after the next release",
      until: "2026-11-30",
    },
    // The flag was deleted with the old feed reader.
    { rule: "unused-flag", subject: "flag old-feed-reader", reason: "Support asked for it" },
  ],
  claims: [
    { product: "podcasts.premium", text: "every listening feature", feature: "Sound enhancement" },
  ],
}

"""##,
        "Resources/personas/child-account.json": ##"""
{"flint" : "persona","version" : 2,"name" : "Child account","description" : "May not buy, and is not asked: parental restrictions forbid it","platform" : "iOS 17.2","purchases" : {"*" : "not-purchased"},"permissions" : {"*" : "restricted"}}
"""##,
        "Resources/personas/free-user.json": ##"""
{"flint" : "persona","version" : 2,"name" : "Free user","description" : "Has bought nothing, and allows what is asked for","platform" : "iOS 17.2","purchases" : {"*" : "not-purchased"},"permissions" : {"*" : "authorized"},"userSettings" : {"PodcastFeatures/PlaybackFeature/SpeedFeature" : "on","PodcastFeatures/PlaybackFeature/SoundEnhancementFeature" : "on","PodcastFeatures/EpisodeAlertsFeature" : "on"}}
"""##,
        "Resources/personas/offline-tester.json": ##"""
{"flint" : "persona","version" : 2,"name" : "Offline tester","description" : "Reaches neither the store nor the flag server","platform" : "iOS 17.2","purchases" : {"*" : "unknown"},"permissions" : {"*" : "not-determined"},"flags" : {"*" : "off"}}
"""##,
        "Resources/personas/premium-user.json": ##"""
{"flint" : "persona","version" : 2,"name" : "Premium user","description" : "Has the premium subscription, and allows what is asked for","platform" : "iOS 17.2","purchases" : {"*" : "not-purchased","podcasts.premium" : "purchased"},"permissions" : {"*" : "authorized"},"userSettings" : {"PodcastFeatures/PlaybackFeature/SpeedFeature" : "on","PodcastFeatures/PlaybackFeature/SoundEnhancementFeature" : "on","PodcastFeatures/EpisodeAlertsFeature" : "on"}}
"""##,
        "Resources/personas/watch-user.json": ##"""
{"flint" : "persona","version" : 2,"name" : "Watch user","description" : "Has the premium subscription, on the wrist","platform" : "watchOS 10.0","purchases" : {"*" : "not-purchased","podcasts.premium" : "purchased"},"permissions" : {"*" : "authorized","camera" : "unsupported"},"userSettings" : {"PodcastFeatures/PlaybackFeature/SpeedFeature" : "on","PodcastFeatures/PlaybackFeature/SoundEnhancementFeature" : "on","PodcastFeatures/EpisodeAlertsFeature" : "on"}}
"""##,
        "Resources/scripts/permissions.script": ##"""
# A permission flow, step by step: denied, put off, and cancelled.
size 120x40
keys /nearby<enter>f
expect Permission flow: Nearby speakers
expect >card<
# The app explains, then the system asks.
keys c
expect >prompt<
keys d
expect >outcome<
expect Bluetooth is denied
keys n
# The next permission is asked for later.
expect >card<
keys s
expect >summary<
expect Still missing
keys d
# Another flow, cancelled at its card.
keys f
expect >card<
keys x
expect Summary: canceled
keys d

"""##,
        "Resources/scripts/picture.script": ##"""
# The picture in the README: what keeps Smart playlists from being available, and what would unlock it.
size 120x34
keys gjjjjjjjjj
expect 2 of 4 requirements are not met
save console.svg

"""##,
        "Resources/scripts/tour.script": ##"""
# Three minutes: the reason, the remedy, the action, its trace, and everything undone.
size 120x34
pause 2
keys /smart<enter>
pause 1
keys <enter>
expect Premium subscription
expect Location when in use
pause 3
# The action is denied, and the console offers the purchase.
keys aj<enter>
keys Morning<enter>
expect Premium subscription
pause 3
keys <down>
pause 2
keys <enter>
expect 1 override
pause 3
# Only the permission is missing: the flow asks for it. The name is still there.
keys aj<enter>
pause 2
keys <enter>
pause 2
keys c
pause 2
keys a
pause 2
keys n
pause 2
keys d
# The trace, and what the app logged.
keys 5
pause 3
keys 7
pause 3
# Undone, step by step.
keys 1u
pause 1
keys u
pause 1
refuse 1 override
# The action remains.
keys u
pause 2
expect There is nothing left to undo

"""##,
        "Resources/scripts/unlock.scenario": ##"""
# Why smart playlists cannot be made, and what it takes to make one. Carried out by "flint run".
expect-feature smart unavailable
try perform smart/create name=Morning
set purchase premium purchased
expect-feature smart undetermined
# The system asks for the location, and is answered.
perform smart/create name="Good morning" --answer location=allow
expect-feature smart available
# The same in the console.
keys 2G
expect Premium subscription
undo

"""##,
        "Resources/Podcasts.xcstrings": ##"""
{"sourceLanguage" : "en","strings" : {"5 × Transcript credits" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "5 × Transkript-Guthaben"}}}},"Account family" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Familienkonto"}}}},"Change the account to family" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Auf ein Familienkonto wechseln"}}}},"Chapter titles" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Kapiteltitel"}}}},"Clip sharing" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Ausschnitte teilen"}}}},"Device sync" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Geräteabgleich"}}}},"Dynamic Speed" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Dynamisches Tempo"}}}},"Episode alerts" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Hinweise auf Folgen"}}}},"Episode summaries" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Zusammenfassungen"}}}},"Family library" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Familienbibliothek"}}}},"Flag sleep-timer" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Einschlaftimer"}}}},"Flag summary-model" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Modell für Zusammenfassungen"}}}},"Living room player" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Player im Wohnzimmer"}}}},"Local charts" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Lokale Charts"}}}},"Lock screen player" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Player im Sperrbildschirm"}}}},"Menu bar player" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Player der Menüleiste"}}}},"Nearby speakers" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Lautsprecher in der Nähe"}}}},"On-device model available" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Sprachmodell auf dem Gerät"}}}},"Premium subscription" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Premium-Abo"}}}},"Season pass" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Staffelpass"}}}},"Sleep timer" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Einschlaftimer"}}}},"Smart playlists" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Intelligente Playlists"}}}},"Sound enhancement" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Klangverbesserung"}}}},"Sync server 9.6 or later" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Abgleichserver 9.6 oder neuer"}}}},"There are no charts of this country" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Für dieses Land gibt es keine Charts"}}}},"Transcript credits" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Transkript-Guthaben"}}}},"Transcript search" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Transkriptsuche"}}}},"Transcripts" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Transkripte"}}}},"Turbo downloads" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Turbo-Downloads"}}}},"Turn on Apple Intelligence in the system's settings" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Apple Intelligence in den Systemeinstellungen einschalten"}}}},"Up next" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Als Nächstes"}}}},"Update the sync server to 9.6 or later" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Den Abgleichserver auf 9.6 oder neuer aktualisieren"}}}},"Watch player" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Player der Uhr"}}}},"any platform except iOS" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Ein anderes System als iOS"}}}},"any platform except watchOS" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "Ein anderes System als watchOS"}}}},"macOS, any version" : {"localizations" : {"de" : {"stringUnit" : {"state" : "translated","value" : "macOS"}}}}},"version" : "1.0"}
"""##,
    ]
}
