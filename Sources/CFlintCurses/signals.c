// SPDX-License-Identifier: MIT

// Signals as bytes of a pipe, so that an event loop handles them between two events.
#ifndef FLINT_NO_CURSES

#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "CFlintCurses.h"
#include "internal.h"

// The grace period in seconds exceeds the second that closing the terminal may wait for replies.
enum { watched_count = 8, grace = 2 };
static const int watched[watched_count] = {SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGALRM};
static struct sigaction former[watched_count];
static int ends[2] = {-1, -1};
static bool watching;
// Whether an event loop reads the pipe.
static volatile sig_atomic_t attended;
// The signal that requested the process to end, or 0.
static volatile sig_atomic_t request;

static bool ends_process(int sig) { return sig == SIGTERM || sig == SIGINT || sig == SIGHUP || sig == SIGQUIT; }

// Ends the process by a signal, which may differ from the handled one.
static _Noreturn void die(int sig) {
    signal(sig, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, sig);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    raise(sig);
    _exit(128 + sig);
}

static void note(int sig) {
    int saved = errno;
    bool ending = ends_process(sig);
    // The process does not wait for an event loop that is not running yet, or that has not reacted to an earlier
    // request. The loop may be blocked in a write to a terminal whose other end is not read.
    if (sig == SIGALRM || (ending && (!attended || request))) {
        cn_guard_restore();
        die(sig == SIGALRM && request ? request : sig);
    }
    if (ending) {
        request = sig;
        alarm(grace);
    }
    unsigned char byte = (unsigned char)sig;
    ssize_t ignored = write(ends[1], &byte, 1);
    (void)ignored;
    errno = saved;
}

// Opens the pipe. Both ends are non-blocking and closed on exec.
static bool open_pipe(void) {
    if (pipe(ends) != 0) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
        fcntl(ends[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

int cn_signals_watch(void) {
    if (watching || !open_pipe()) return -1;
    watching = true;
    attended = request = 0;
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < watched_count; i++) {
        sigaction(watched[i], NULL, &former[i]);
        bool simple = !(former[i].sa_flags & SA_SIGINFO);
        // A signal that nohup or a shell without job control has set to be ignored stays ignored.
        bool ignored = simple && former[i].sa_handler == SIG_IGN;
        if (watched[i] == SIGWINCH || watched[i] == SIGCONT) ignored = false;
        // An alarm that the program handles is not changed.
        if (watched[i] == SIGALRM) ignored = !simple || former[i].sa_handler != SIG_DFL;
        if (!ignored) sigaction(watched[i], &action, NULL);
    }
    return ends[0];
}

void cn_signals_attend(void) { attended = 1; }

void cn_signals_unwatch(void) {
    if (!watching) return;
    watching = false;
    if (request) alarm(0);
    for (int i = 0; i < watched_count; i++) sigaction(watched[i], &former[i], NULL);
    close(ends[1]);
    ends[0] = ends[1] = -1;
}

void cn_signals_stop(void) {
    struct sigaction stop, resume, ignore = {0}, standard = {0};
    ignore.sa_handler = SIG_IGN;
    standard.sa_handler = SIG_DFL;
    sigemptyset(&ignore.sa_mask);
    sigemptyset(&standard.sa_mask);
    sigset_t set, before;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    // The other processes of the group, such as those of a pipeline, stop first. This process sends the signal only to
    // this thread, because another thread could receive a signal to the process at a later time. The system drops the
    // signal if no shell could continue the process, and this function returns immediately.
    sigaction(SIGCONT, &standard, &resume);
    sigaction(SIGTSTP, &ignore, &stop);
    kill(0, SIGTSTP);
    sigaction(SIGTSTP, &standard, NULL);
    pthread_sigmask(SIG_UNBLOCK, &set, &before);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    sigaction(SIGTSTP, &stop, NULL);
    sigaction(SIGCONT, &resume, NULL);
}

void cn_signals_die(int sig) { die(sig); }

#endif
