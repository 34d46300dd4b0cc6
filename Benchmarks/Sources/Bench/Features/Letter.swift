/// A digit of the number of a generated feature, as a type.
protocol Letter: SendableMetatype {
    /// The digit's value, from 0 to 51.
    static var value: Int { get }
}

/// Every letter, by value.
///
/// Their short names keep the names of generated features about as long as those of an app's.
let letters: [any Letter.Type] = [
    a.self, b.self, c.self, d.self, e.self, f.self, g.self, h.self, i.self, j.self, k.self, l.self, m.self,
    n.self, o.self, p.self, q.self, r.self, s.self, t.self, u.self, v.self, w.self, x.self, y.self, z.self,
    A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self, I.self, J.self, K.self, L.self, M.self,
    N.self, O.self, P.self, Q.self, R.self, S.self, T.self, U.self, V.self, W.self, X.self, Y.self, Z.self,
]

enum a: Letter { static var value: Int { 0 } }
enum b: Letter { static var value: Int { 1 } }
enum c: Letter { static var value: Int { 2 } }
enum d: Letter { static var value: Int { 3 } }
enum e: Letter { static var value: Int { 4 } }
enum f: Letter { static var value: Int { 5 } }
enum g: Letter { static var value: Int { 6 } }
enum h: Letter { static var value: Int { 7 } }
enum i: Letter { static var value: Int { 8 } }
enum j: Letter { static var value: Int { 9 } }
enum k: Letter { static var value: Int { 10 } }
enum l: Letter { static var value: Int { 11 } }
enum m: Letter { static var value: Int { 12 } }
enum n: Letter { static var value: Int { 13 } }
enum o: Letter { static var value: Int { 14 } }
enum p: Letter { static var value: Int { 15 } }
enum q: Letter { static var value: Int { 16 } }
enum r: Letter { static var value: Int { 17 } }
enum s: Letter { static var value: Int { 18 } }
enum t: Letter { static var value: Int { 19 } }
enum u: Letter { static var value: Int { 20 } }
enum v: Letter { static var value: Int { 21 } }
enum w: Letter { static var value: Int { 22 } }
enum x: Letter { static var value: Int { 23 } }
enum y: Letter { static var value: Int { 24 } }
enum z: Letter { static var value: Int { 25 } }
enum A: Letter { static var value: Int { 26 } }
enum B: Letter { static var value: Int { 27 } }
enum C: Letter { static var value: Int { 28 } }
enum D: Letter { static var value: Int { 29 } }
enum E: Letter { static var value: Int { 30 } }
enum F: Letter { static var value: Int { 31 } }
enum G: Letter { static var value: Int { 32 } }
enum H: Letter { static var value: Int { 33 } }
enum I: Letter { static var value: Int { 34 } }
enum J: Letter { static var value: Int { 35 } }
enum K: Letter { static var value: Int { 36 } }
enum L: Letter { static var value: Int { 37 } }
enum M: Letter { static var value: Int { 38 } }
enum N: Letter { static var value: Int { 39 } }
enum O: Letter { static var value: Int { 40 } }
enum P: Letter { static var value: Int { 41 } }
enum Q: Letter { static var value: Int { 42 } }
enum R: Letter { static var value: Int { 43 } }
enum S: Letter { static var value: Int { 44 } }
enum T: Letter { static var value: Int { 45 } }
enum U: Letter { static var value: Int { 46 } }
enum V: Letter { static var value: Int { 47 } }
enum W: Letter { static var value: Int { 48 } }
enum X: Letter { static var value: Int { 49 } }
enum Y: Letter { static var value: Int { 50 } }
enum Z: Letter { static var value: Int { 51 } }
