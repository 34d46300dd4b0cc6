# Measures the shape of documentation comments, and fails above a limit.
#
# Usage: find Sources Tests Benchmarks -name "*.swift" | xargs awk -f .lint-comments.awk
#
# A block is a run of /// lines, or of // lines in C files. Counted are blocks that open with a question word ("What the
# app has."), blocks with a clause in place of a noun ("Returns what is known."), phrases that a reader stumbles over,
# and contractions. Code in fences is not read. The limits are a little above the current numbers, so that a new habit
# shows at once.

BEGIN {
    limit["opening"] = 0.005
    limit["clause"] = 0.005
    limit["phrase"] = 0.005
    limit["contraction"] = 0
    pronoun = "(is|are|was|were|has|have|it|they|the|there|follows|comes|came|can|would|will|happened|happens)"
    pattern["opening"] = "^(What|How|Why|Where|Who|When) "
    pattern["clause"] = "(^|[^A-Za-z])[Ww]hat " pronoun "([^a-z]|$)"
    pattern["phrase"] = "(^|[^A-Za-z])([Nn]othing|[Ww]hatever|[Bb]esides|[Mm]eanwhile|anew|of which|used up|at hand|" \
        "amounts to|let through|by itself|(of|on) (its|their) own|[Aa]s it (is|was|would be)|" \
        "[Tt]here (is|are) (no|none)|(came|comes|become|becomes) of|in words|" \
        "[Tt]he present (date|day|facts?|one|platform|state|status|time|value|world)|concerns?|a text [a-eg-z][a-z]*|" \
        "in the meantime)([^a-z]|$)"
    pattern["contraction"] = "[a-z](n't|'re|'ve|'ll)([^a-z]|$)|(^|[^A-Za-z])([Ii]t|[Tt]hat|[Tt]here)'s([^a-z]|$)"
}

FNR == 1 { finish() }

{
    text = $0
    sub(/^[ \t]*/, "", text)
    isComment = FILENAME ~ /\.[ch]$/ ? text ~ /^\/\/ / : text ~ /^\/\/\//
    if (!isComment) { finish(); next }
    sub(/^\/+/, "", text)
    sub(/^ /, "", text)
    if (!lines) { start = FILENAME ":" FNR; first = text }
    lines++
    if (text ~ /^ *```/) { isCode = !isCode; next }
    if (!isCode) block = block " " text
}

END {
    finish()
    for (kind in limit) {
        if (count[kind] <= limit[kind] * blocks) continue
        printf "%d of %d documentation comments have the shape \"%s\"; the limit is %.1f %%:\n%s", \
            count[kind], blocks, kind, 100 * limit[kind], found[kind]
        failed = 1
    }
    exit failed
}

function finish(    kind) {
    if (!lines) return
    blocks++
    for (kind in pattern) {
        if ((kind == "opening" ? first : block) !~ pattern[kind]) continue
        count[kind]++
        found[kind] = found[kind] start ": " first "\n"
    }
    lines = 0
    block = ""
    isCode = 0
}
