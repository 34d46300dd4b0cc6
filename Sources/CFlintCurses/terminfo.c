// SPDX-License-Identifier: MIT

// Queries of the terminal's description. They are in a separate file because its header defines macros with common
// names such as "columns" and "lines".
#ifndef FLINT_NO_CURSES

#include "CFlintCurses.h"
#include "internal.h"

#include <curses.h>
#include <term.h>

#include <string.h>

// Returns a string of the description, or an empty string.
static const char *string(const char *name) {
    const char *value = tigetstr((char *)name);
    return value && value != (char *)-1 ? value : "";
}

// Returns the terminal's abilities that curses itself does not report.
static uint32_t abilities(void) {
    uint32_t result = 0;
    if (*string("kmous") || *string("XM")) result |= CN_HAS_MOUSE;
    // Terminals that enter their alternate screen with a private mode are similar to xterm: they support later private
    // modes or ignore them.
    if (*string("BE") || strstr(string("smcup"), "\033[?")) result |= CN_HAS_EXTENDED_MODES;
    return result;
}

// Appends a string to `used` bytes and returns the new number of bytes.
static size_t append(char *bytes, size_t used, size_t capacity, const char *p) {
    while (*p && used < capacity) {
        // $<5/> requests a delay, which modern terminals do not need.
        const char *end = p[0] == '$' && p[1] == '<' ? strchr(p, '>') : NULL;
        if (end) p = end + 1;
        else bytes[used++] = *p++;
    }
    return used;
}

void cn_keep_palette(void) {
    char *reset = (char *)string("oc");
    if (*reset) *reset = 0;
}

// Removes a part of a string in place.
static void remove_part(char *bytes, const char *part) {
    char *found = strstr(bytes, part);
    if (!found) return;
    char *rest = found + strlen(part);
    memmove(found, rest, strlen(rest) + 1);
}

void cn_shorten_attributes(void) {
    char *reset = (char *)string("sgr0"), *set = (char *)string("sgr");
    if (!strcmp(reset, "\033(B\033[m")) {
        remove_part(reset, "\033(B");
        remove_part(set, "%?%p9%t\033(0%e\033(B%;");
    } else if (!strcmp(reset, "\033[m\017")) {
        remove_part(reset, "\017");
        remove_part(set, "%?%p9%t\016%e\017%;");
    }
}

bool cn_has_cursor_mode(void) { return strstr(string("civis"), "\033[?25l") != NULL; }

size_t cn_end_sequence(char *bytes, size_t capacity) {
    static const char region[] = "\033[%i%p1%d;%p2%dr";
    size_t used = 0;
    bool has_region = !strncmp(string("csr"), region, sizeof region - 1);
    // Curses begins by assigning line-drawing characters to G1, which is the default only in Linux's console.
    if (strstr(string("enacs"), "\033)") && strncmp(termname(), "linux", 5)) {
        used = append(bytes, used, capacity, "\033)B");
    }
    // Curses sets the scrolling region for the size that it knows, which may be outdated. The reset moves the cursor.
    // Without an alternate screen, the shell's prompt begins on a new line below the last frame. With an alternate
    // screen, the reset is sent only if the terminal can save the cursor and restore it.
    if (!*string("rmcup")) return append(bytes, used, capacity, has_region ? "\033[r\033[9999;1H\r\n" : "\r\n");
    bool saves_cursor = !strcmp(string("sc"), "\0337") || strstr(string("smcup"), "\0337");
    return has_region && saves_cursor ? append(bytes, used, capacity, "\0337\033[r\0338") : used;
}

// Writes the bytes that undo the terminal changes made by curses, and returns their number.
static size_t restore_sequence(char *bytes, size_t capacity) {
    const char *cursor = cn_has_cursor_mode() ? "\033[?25h" : string("cnorm");
    const char *const parts[] = {string("sgr0"), string("op"), cursor, string("rmcup")};
    size_t used = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) used = append(bytes, used, capacity, parts[i]);
    return used + cn_end_sequence(bytes + used, capacity - used);
}

int cn_probe(const char *term, int output, cn_description *description) {
    memset(description, 0, sizeof *description);
    int problem = 0;
    // 1 identifies a printer.
    if (setupterm((char *)term, output, &problem) == ERR) return problem == 1 ? CN_NO_CURSOR : CN_UNKNOWN;
    int result = *string("cup") ? CN_USABLE : CN_NO_CURSOR;
    description->abilities = abilities();
    description->restore_length = restore_sequence(description->restore, sizeof description->restore);
    del_curterm(cur_term);
    return result;
}

#endif
