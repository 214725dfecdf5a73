/*
 * Records every change below one folder that a program asks the C library for, in the order in which it happens.
 * Loaded with LD_PRELOAD. PAYDESK_RECORD_FOLDER names the folder, PAYDESK_RECORD_LOG the log, which recording.ts reads.
 * A change and its record are made under one lock, so what stands before a sync in the log was done before it.
 * Nothing is really flushed: the disk of the machine that runs the test is not what is tested.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum { OPEN = 1, WRITE, TRUNCATE, SYNC, RENAME, REMOVE, MAKE_FOLDER, NOT_RECORDED };
enum { MOST_FILES = 65536 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static int log_file = -1;
static uint32_t opened;
/* By descriptor: which file below the folder it was opened for, and a number of its own for that; 0 for none. */
static struct {
  volatile uint64_t handle;
  dev_t device;
  ino_t node;
} files[MOST_FILES];

#define REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("PAYDESK_RECORD_FOLDER");
  const char *log = getenv("PAYDESK_RECORD_LOG");
  if (path == NULL || log == NULL) return;
  folder_length = (size_t)snprintf(folder, sizeof folder, "%s/", path);
  int (*real_open)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  log_file = real_open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* One record: length of what follows, kind, two numbers, bytes. A log that cannot be written ends the program. */
static void record(uint8_t kind, uint64_t a, uint64_t b, const void *bytes, size_t length) {
  REAL(writev);
  uint8_t head[21];
  uint32_t rest = (uint32_t)(17 + length);
  memcpy(head, &rest, 4);
  head[4] = kind;
  memcpy(head + 5, &a, 8);
  memcpy(head + 13, &b, 8);
  struct iovec parts[2] = {{head, sizeof head}, {(void *)bytes, length}};
  if (real(log_file, parts, 2) != (ssize_t)(sizeof head + length)) abort();
}

/* Writes the path below the folder into `below`; false for a path elsewhere. */
static int is_below(int at, const char *path, char *below) {
  char full[2 * PATH_MAX];
  if (log_file == -1 || path == NULL) return 0;
  /* An open folder is addressed by its number. */
  if (sscanf(path, "/proc/self/fd/%d", &at) == 1) {
    path = strchr(path + strlen("/proc/self/fd/"), '/');
    path = path == NULL ? "" : path + 1;
  }
  if (path[0] == '/') snprintf(full, sizeof full, "%s", path);
  else {
    char link[64], base[PATH_MAX];
    if (at == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", at);
    ssize_t length = readlink(link, base, sizeof base - 1);
    if (length < 0) return 0;
    base[length] = 0;
    snprintf(full, sizeof full, "%s%s%s", base, path[0] == 0 ? "" : "/", path);
  }
  if (strncmp(full, folder, folder_length) != 0) return 0;
  snprintf(below, PATH_MAX, "%s", full + folder_length);
  return 1;
}

/* The number that a descriptor was opened under, or 0. One that was closed out of sight may be a socket by now. */
static uint64_t handle_of(int file) {
  if (file < 0 || file >= MOST_FILES || files[file].handle == 0) return 0;
  struct stat about;
  if (fstat(file, &about) == 0 && about.st_dev == files[file].device && about.st_ino == files[file].node)
    return files[file].handle;
  files[file].handle = 0;
  return 0;
}

static void note_opened(int file, int flags, const char *below) {
  struct stat about;
  if (file >= MOST_FILES || fstat(file, &about) != 0) abort();
  files[file].device = about.st_dev;
  files[file].node = about.st_ino;
  files[file].handle = ((uint64_t)getpid() << 32) | ++opened;
  record(OPEN, files[file].handle, (uint64_t)flags, below, strlen(below));
}

#define OPENED(call, at) \
  char below[PATH_MAX]; \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list more; \
    va_start(more, flags); \
    mode = va_arg(more, mode_t); \
    va_end(more); \
  } \
  int recorded = is_below(at, path, below); \
  if (recorded) pthread_mutex_lock(&lock); \
  int file = call; \
  if (recorded) { \
    int failure = errno; \
    if (file >= 0) note_opened(file, flags, below); \
    pthread_mutex_unlock(&lock); \
    errno = failure; \
  } else if (file >= 0 && file < MOST_FILES) files[file].handle = 0; \
  return file

int open(const char *path, int flags, ...) {
  REAL(open);
  OPENED(real(path, flags, mode), AT_FDCWD);
}
int open64(const char *path, int flags, ...) {
  REAL(open64);
  OPENED(real(path, flags, mode), AT_FDCWD);
}
int openat(int at, const char *path, int flags, ...) {
  REAL(openat);
  OPENED(real(at, path, flags, mode), at);
}
int openat64(int at, const char *path, int flags, ...) {
  REAL(openat64);
  OPENED(real(at, path, flags, mode), at);
}

int close(int file) {
  REAL(close);
  if (file >= 0 && file < MOST_FILES) files[file].handle = 0;
  return real(file);
}

/* Where a write without a place of its own goes. */
static off_t place_of(int file) {
  if ((fcntl(file, F_GETFL) & O_APPEND) == 0) return lseek(file, 0, SEEK_CUR);
  struct stat about;
  return fstat(file, &about) == 0 ? about.st_size : 0;
}

/* Makes a call that writes at `place`, and records as many of the bytes as it wrote. */
#define WRITTEN(call, place, bytes) \
  uint64_t handle = handle_of(file); \
  if (handle == 0) return call; \
  pthread_mutex_lock(&lock); \
  off_t at = place; \
  ssize_t written = call; \
  int failure = errno; \
  if (written > 0) record(WRITE, handle, (uint64_t)at, bytes, (size_t)written); \
  pthread_mutex_unlock(&lock); \
  errno = failure; \
  return written

ssize_t write(int file, const void *bytes, size_t length) {
  REAL(write);
  WRITTEN(real(file, bytes, length), place_of(file), bytes);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t place) {
  REAL(pwrite);
  WRITTEN(real(file, bytes, length, place), place, bytes);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t place) {
  REAL(pwrite64);
  WRITTEN(real(file, bytes, length, place), place, bytes);
}

/* Several buffers as one; the caller frees it. */
static char *joined(const struct iovec *parts, int count) {
  size_t length = 0;
  for (int part = 0; part < count; part += 1) length += parts[part].iov_len;
  char *all = malloc(length + 1);
  if (all == NULL) abort();
  for (int part = 0, at = 0; part < count; at += (int)parts[part].iov_len, part += 1)
    memcpy(all + at, parts[part].iov_base, parts[part].iov_len);
  return all;
}

static ssize_t write_joined(int file, const struct iovec *parts, int count, off_t place) {
  char *all = joined(parts, count);
  size_t length = 0;
  for (int part = 0; part < count; part += 1) length += parts[part].iov_len;
  ssize_t written = place < 0 ? write(file, all, length) : pwrite(file, all, length, place);
  int failure = errno;
  free(all);
  errno = failure;
  return written;
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  REAL(writev);
  return handle_of(file) == 0 ? real(file, parts, count) : write_joined(file, parts, count, -1);
}
ssize_t pwritev(int file, const struct iovec *parts, int count, off_t place) {
  REAL(pwritev);
  return handle_of(file) == 0 ? real(file, parts, count, place) : write_joined(file, parts, count, place);
}
ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t place) {
  REAL(pwritev64);
  return handle_of(file) == 0 ? real(file, parts, count, place) : write_joined(file, parts, count, place);
}

/* Makes a call on an open file, and records it when it succeeded. */
#define CHANGED(call, kind, number) \
  uint64_t handle = handle_of(file); \
  if (handle == 0) return call; \
  pthread_mutex_lock(&lock); \
  int result = call; \
  int failure = errno; \
  if (result == 0) record(kind, handle, number, NULL, 0); \
  pthread_mutex_unlock(&lock); \
  errno = failure; \
  return result

int ftruncate(int file, off_t length) {
  REAL(ftruncate);
  CHANGED(real(file, length), TRUNCATE, (uint64_t)length);
}
int ftruncate64(int file, off64_t length) {
  REAL(ftruncate64);
  CHANGED(real(file, length), TRUNCATE, (uint64_t)length);
}
int fsync(int file) {
  REAL(fsync);
  CHANGED(handle == 0 ? real(file) : 0, SYNC, 0);
}
int fdatasync(int file) {
  REAL(fdatasync);
  CHANGED(handle == 0 ? real(file) : 0, SYNC, 0);
}

/* Makes a call about names, and records it when it succeeded and the name is below the folder. */
#define NAMED(call, kind, at, path, number) \
  char below[PATH_MAX]; \
  if (!is_below(at, path, below)) return call; \
  pthread_mutex_lock(&lock); \
  int result = call; \
  int failure = errno; \
  if (result == 0) record(kind, number, 0, below, strlen(below)); \
  pthread_mutex_unlock(&lock); \
  errno = failure; \
  return result

int mkdir(const char *path, mode_t mode) {
  REAL(mkdir);
  NAMED(real(path, mode), MAKE_FOLDER, AT_FDCWD, path, 0);
}
int unlink(const char *path) {
  REAL(unlink);
  NAMED(real(path), REMOVE, AT_FDCWD, path, 0);
}
int rmdir(const char *path) {
  REAL(rmdir);
  NAMED(real(path), REMOVE, AT_FDCWD, path, 0);
}
int unlinkat(int at, const char *path, int flags) {
  REAL(unlinkat);
  NAMED(real(at, path, flags), REMOVE, at, path, 0);
}
int rename(const char *from, const char *to) {
  REAL(rename);
  char both[2 * PATH_MAX + 1], old[PATH_MAX], new[PATH_MAX];
  int leaves = is_below(AT_FDCWD, from, old), comes = is_below(AT_FDCWD, to, new);
  if (!leaves && !comes) return real(from, to);
  pthread_mutex_lock(&lock);
  int result = real(from, to);
  int failure = errno;
  if (result == 0) {
    size_t length = strlen(old) + 1;
    if (leaves && comes) {
      memcpy(both, old, length);
      memcpy(both + length, new, strlen(new));
      record(RENAME, 0, 0, both, length + strlen(new));
    } else record(NOT_RECORDED, 0, 0, "rename", 6);
  }
  pthread_mutex_unlock(&lock);
  errno = failure;
  return result;
}

/* Calls that Paydesk has no need of below its folder. The log says so when one is made. */
int link(const char *from, const char *to) {
  REAL(link);
  NAMED(real(from, to), NOT_RECORDED, AT_FDCWD, to, 0);
}
int symlink(const char *target, const char *path) {
  REAL(symlink);
  NAMED(real(target, path), NOT_RECORDED, AT_FDCWD, path, 0);
}
int truncate(const char *path, off_t length) {
  REAL(truncate);
  NAMED(real(path, length), NOT_RECORDED, AT_FDCWD, path, 0);
}
int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned int flags) {
  REAL(renameat2);
  NAMED(real(from_at, from, to_at, to, flags), NOT_RECORDED, to_at, to, 0);
}
int posix_fallocate(int file, off_t place, off_t length) {
  REAL(posix_fallocate);
  CHANGED(real(file, place, length), NOT_RECORDED, 0);
}
ssize_t copy_file_range(int from, off64_t *from_at, int file, off64_t *at, size_t length, unsigned int flags) {
  REAL(copy_file_range);
  if (handle_of(file) != 0) record(NOT_RECORDED, handle_of(file), 0, "copy_file_range", 15);
  return real(from, from_at, file, at, length, flags);
}
