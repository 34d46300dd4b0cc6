/// An input that can be made from named text values and written as them.
public typealias RouteParametersCodable = RouteParametersDecodable & RouteParametersEncodable
