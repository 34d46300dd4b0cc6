// A front end that imports this module has the vocabulary it shares with the engine.
@_exported public import FlintModel
