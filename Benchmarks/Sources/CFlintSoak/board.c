// SPDX-License-Identifier: MIT

#include "CFlintSoak.h"
#include "board.h"

#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

_Atomic int64_t *soak_board;

bool soak_share(const char *path) {
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0) return false;
    void *memory = MAP_FAILED;
    if (ftruncate(file, 4096) == 0) memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (memory == MAP_FAILED) return false;
    soak_board = memory;
    return true;
}

int64_t soak_get(enum soak_value value) { return soak_board ? soak_board[value] : 0; }

void soak_set(enum soak_value value, int64_t number) {
    if (soak_board) soak_board[value] = number;
}
