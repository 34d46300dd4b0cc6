// Questions to the terminal's description. They have a file of their own because its header makes macros of words as
// common as "columns" and "lines".
#include "CNcurses.h"

#include <curses.h>
#include <term.h>

#include <string.h>

int cn_probe(const char *term, int output) {
    int problem = 0;
    if (setupterm((char *)term, output, &problem) == ERR) return CN_UNKNOWN;
    char *cup = tigetstr("cup");
    int result = cup && cup != (char *)-1 ? CN_USABLE : CN_NO_CURSOR;
    del_curterm(cur_term);
    return result;
}

size_t cn_restore_sequence(char *bytes, size_t capacity) {
    static const char *const names[] = {"sgr0", "op", "cnorm", "rmcup"};
    size_t used = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *p = tigetstr((char *)names[i]);
        // Without an alternate screen to leave, the shell's prompt begins a line of its own.
        if (!p || p == (char *)-1) p = i == 3 ? "\r\n" : "";
        while (*p && used < capacity) {
            // $<5/> asks for a delay, which no terminal of today needs.
            const char *end = p[0] == '$' && p[1] == '<' ? strchr(p, '>') : NULL;
            if (end) p = end + 1;
            else bytes[used++] = *p++;
        }
    }
    return used;
}
