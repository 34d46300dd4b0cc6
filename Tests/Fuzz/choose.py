"""Chooses a few small inputs with the highest coverage from a fuzzer's corpus and adds them to its seeds.

Usage: choose.py FUZZER CORPUS SEEDS

FUZZER is the program, CORPUS the folder of the inputs that it has found, and SEEDS the folder of its seeds. At most 24
inputs with a total of 4 KB are added. They replace the inputs that were added by an earlier run.
"""

import os
import re
import subprocess
import sys
import tempfile

FILES, BYTES, PREFIX = 24, 4096, "found-"


def reached(fuzzer, folders):
    """Returns the libFuzzer features that each input reaches, by the path of the input."""
    with tempfile.TemporaryDirectory() as folder:
        control = os.path.join(folder, "control")
        os.mkdir(os.path.join(folder, "merged"))
        environment = dict(os.environ, ASAN_OPTIONS="detect_leaks=0")
        subprocess.run(
            [fuzzer, "-merge=1", f"-merge_control_file={control}", os.path.join(folder, "merged"), *folders],
            check=True, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(control) as lines:
            count = int(next(lines))
            next(lines)
            paths = [next(lines).rstrip("\n") for _ in range(count)]
            features = {}
            for line in lines:
                if match := re.match(r"FT (\d+) ?(.*)", line):
                    features[paths[int(match[1])]] = set(map(int, match[2].split()))
    return features


def main(fuzzer, corpus, seeds):
    for name in os.listdir(seeds):
        if name.startswith(PREFIX):
            os.rename(os.path.join(seeds, name), os.path.join(corpus, name))
    features = reached(fuzzer, [seeds, corpus])
    covered = set().union(*(found for path, found in features.items() if path.startswith(seeds)))
    left, chosen = BYTES, []
    while len(chosen) < FILES:
        def worth(path):
            return len(features[path] - covered) / (150 + os.path.getsize(path))
        candidates = [path for path in features if os.path.getsize(path) <= left and features[path] - covered]
        if not candidates:
            break
        best = max(sorted(candidates), key=worth)
        covered |= features[best]
        left -= os.path.getsize(best)
        chosen.append(best)
    for number, path in enumerate(chosen, 1):
        with open(path, "rb") as source, open(os.path.join(seeds, f"{PREFIX}{number:02}"), "wb") as copy:
            copy.write(source.read())
    everything = set().union(*features.values())
    print(f"{os.path.basename(fuzzer)}: {len(chosen)} inputs, {BYTES - left} bytes; the seeds reach "
          f"{len(covered)} of {len(everything)}")


main(*sys.argv[1:])
