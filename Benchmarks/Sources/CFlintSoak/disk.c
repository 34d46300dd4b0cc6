// SPDX-License-Identifier: MIT

#define _GNU_SOURCE

#include "CFlintSoak.h"

#ifdef __linux__
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

static bool write_text(const char *path, const char *text) {
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    bool is_written = write(file, text, strlen(text)) == (ssize_t)strlen(text);
    close(file);
    return is_written;
}

// Gives the process the right to mount file systems, for itself and its children only.
static bool enter_namespace(void) {
    if (unshare(CLONE_NEWNS) == 0) return true;
    char users[64], groups[64];
    snprintf(users, sizeof users, "%u %u 1", geteuid(), geteuid());
    snprintf(groups, sizeof groups, "%u %u 1", getegid(), getegid());
    return unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 && write_text("/proc/self/uid_map", users)
        && write_text("/proc/self/setgroups", "deny") && write_text("/proc/self/gid_map", groups);
}

bool soak_mount(const char *folder, uint64_t bytes) {
    char options[64];
    snprintf(options, sizeof options, "size=%llu,mode=700", (unsigned long long)bytes);
    return enter_namespace() && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0
        && mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

void soak_unmount(const char *folder) { umount2(folder, MNT_DETACH); }

void soak_limit_files(pid_t process, uint64_t bytes) {
    struct rlimit limit;
    if (prlimit(process, RLIMIT_FSIZE, NULL, &limit) != 0) return;
    limit.rlim_cur = bytes == UINT64_MAX || bytes > limit.rlim_max ? limit.rlim_max : bytes;
    prlimit(process, RLIMIT_FSIZE, &limit, NULL);
}
#else
bool soak_mount(const char *folder, uint64_t bytes) { return false; }
void soak_unmount(const char *folder) {}
void soak_limit_files(pid_t process, uint64_t bytes) {}
#endif
