// SPDX-License-Identifier: MIT

/// A part of the name of a generated feature or group, as a type.
protocol Letter: SendableMetatype {}

/// Every letter.
///
/// Short names keep the names of generated features about as long as names in a real app.
let letters: [any Letter.Type] = [
    a.self, b.self, c.self, d.self, e.self, f.self, g.self, h.self, i.self, j.self, k.self, l.self, m.self,
    n.self, o.self, p.self, q.self, r.self, s.self, t.self, u.self, v.self, w.self, x.self, y.self, z.self,
    A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self, I.self, J.self, K.self, L.self, M.self,
    N.self, O.self, P.self, Q.self, R.self, S.self, T.self, U.self, V.self, W.self, X.self, Y.self, Z.self,
]

enum a: Letter {}
enum b: Letter {}
enum c: Letter {}
enum d: Letter {}
enum e: Letter {}
enum f: Letter {}
enum g: Letter {}
enum h: Letter {}
enum i: Letter {}
enum j: Letter {}
enum k: Letter {}
enum l: Letter {}
enum m: Letter {}
enum n: Letter {}
enum o: Letter {}
enum p: Letter {}
enum q: Letter {}
enum r: Letter {}
enum s: Letter {}
enum t: Letter {}
enum u: Letter {}
enum v: Letter {}
enum w: Letter {}
enum x: Letter {}
enum y: Letter {}
enum z: Letter {}
enum A: Letter {}
enum B: Letter {}
enum C: Letter {}
enum D: Letter {}
enum E: Letter {}
enum F: Letter {}
enum G: Letter {}
enum H: Letter {}
enum I: Letter {}
enum J: Letter {}
enum K: Letter {}
enum L: Letter {}
enum M: Letter {}
enum N: Letter {}
enum O: Letter {}
enum P: Letter {}
enum Q: Letter {}
enum R: Letter {}
enum S: Letter {}
enum T: Letter {}
enum U: Letter {}
enum V: Letter {}
enum W: Letter {}
enum X: Letter {}
enum Y: Letter {}
enum Z: Letter {}
