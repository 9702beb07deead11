/* Preloaded into a program, makes its calls on the files below a folder fail, as a broken disk, a full one or too many
   open files do. In its environment:
     FAIL_FOLDER    the folder's whole path, with a slash; calls on the folder itself count, too
     FAIL_AT        which of the calls fails, from 1
     FAIL_ERRNO     with what
     FAIL_CALLS     which calls count, such as "open,read"; all of those below where it is not set
     FAIL_LASTING   set where all later ones fail, too
     FAIL_LOG       the file that gets a line for each call that failed
   Nothing reaches the disk, which takes its time: no test here cuts the power. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static atomic_long calls;

/* Or the folder itself, which is opened and synced without the slash. */
static int is_below(const char* folder, const char* path) {
  const size_t length = strlen(folder);
  if (strncmp(path, folder, length) == 0) return 1;
  return length > 1 && folder[length - 1] == '/' && strlen(path) == length - 1 &&
         strncmp(path, folder, length - 1) == 0;
}

static int fails(const char* call, const char* path) {
  const char* const folder = getenv("FAIL_FOLDER");
  const char* const at = getenv("FAIL_AT");
  const char* const counted = getenv("FAIL_CALLS");
  if (!folder || !at || !is_below(folder, path)) return 0;
  if (counted && !strstr(counted, call)) return 0;
  const long number = ++calls;
  if (getenv("FAIL_LASTING") ? number < atol(at) : number != atol(at)) return 0;
  char line[5000];
  const int length = snprintf(line, sizeof line, "%ld %s %s\n", number, call, path);
  const int log = (int)syscall(SYS_openat, AT_FDCWD, getenv("FAIL_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0600);
  syscall(SYS_write, log, line, length);
  syscall(SYS_close, log);
  errno = atoi(getenv("FAIL_ERRNO"));
  return 1;
}

static int fails_on(const char* call, int file) {
  char link[32];
  char path[4096] = "";
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  if (readlink(link, path, sizeof path - 1) < 0) return 0;
  return fails(call, path);
}

int open(const char* path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
  va_end(rest);
  return fails("open", path) ? -1 : REAL(open)(path, flags, mode);
}

ssize_t read(int file, void* bytes, size_t count) {
  return fails_on("read", file) ? -1 : REAL(read)(file, bytes, count);
}

ssize_t write(int file, const void* bytes, size_t count) {
  return fails_on("write", file) ? -1 : REAL(write)(file, bytes, count);
}

int fsync(int file) { return fails_on("fsync", file) ? -1 : 0; }

int fdatasync(int file) { return fails_on("fdatasync", file) ? -1 : 0; }

int ftruncate(int file, off_t bytes) { return fails_on("ftruncate", file) ? -1 : REAL(ftruncate)(file, bytes); }

int rename(const char* from, const char* to) { return fails("rename", from) ? -1 : REAL(rename)(from, to); }

int close(int file) {
  const int failing = fails_on("close", file);
  const int reason = errno;
  const int closed = REAL(close)(file); /* as the system does even where it reports an error */
  if (failing) errno = reason;
  return failing ? -1 : closed;
}
