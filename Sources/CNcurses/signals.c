// Signals as bytes of a pipe, so that an event loop handles them between two events and not in the midst of one.
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "CNcurses.h"
#include "internal.h"

enum { watched_count = 7 };
static const int watched[watched_count] = {SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGINT, SIGHUP, SIGQUIT};
static struct sigaction former[watched_count];
static int ends[2] = {-1, -1};
static bool watching;
static volatile sig_atomic_t asked_to_end;

static bool ends_process(int sig) { return sig == SIGTERM || sig == SIGINT || sig == SIGHUP || sig == SIGQUIT; }

static void note(int sig) {
    int saved = errno;
    // Who asks twice found the event loop stuck.
    if (ends_process(sig) && asked_to_end++) {
        cn_guard_restore();
        signal(sig, SIG_DFL);
        raise(sig);
    }
    unsigned char byte = (unsigned char)sig;
    ssize_t ignored = write(ends[1], &byte, 1);
    (void)ignored;
    errno = saved;
}

// Opens the pipe; neither end blocks nor outlives an exec.
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
    asked_to_end = 0;
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = note;
    sigemptyset(&action.sa_mask);
    for (int i = 0; i < watched_count; i++) {
        sigaction(watched[i], NULL, &former[i]);
        // nohup and shells without job control say so by having a signal ignored.
        bool ignored = !(former[i].sa_flags & SA_SIGINFO) && former[i].sa_handler == SIG_IGN;
        if (!ignored || watched[i] == SIGWINCH || watched[i] == SIGCONT) sigaction(watched[i], &action, NULL);
    }
    return ends[0];
}

void cn_signals_unwatch(void) {
    if (!watching) return;
    watching = false;
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
    // The others of the group (a pipeline, a build tool) stop first. For this process the signal goes to this thread
    // alone: sent to the process, another thread could take it at any later time. The system drops it where no shell
    // could continue the process, in which case this returns at once.
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

void cn_signals_die(int sig) {
    signal(sig, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, sig);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
    kill(getpid(), sig);
    // Another thread may take it.
    for (;;) pause();
}
