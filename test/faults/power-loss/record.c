/*
 * Records every change below one folder that a program asks the C library for, in the order in which it happens.
 * Loaded with LD_PRELOAD. PAYDESK_RECORD_FOLDER names the folder, PAYDESK_RECORD_LOG the log, which recording.ts reads.
 * A change and its record are made under one lock, so all changes before a sync in the log happened before the sync.
 * Syncs do not flush anything, because the test does not test the disk of its machine.
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
enum { MAX_FILES = 65536 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char folder[PATH_MAX];
static size_t folder_length;
static int log_file = -1;
static uint32_t open_count;
/* By descriptor: a unique number for each opened file below the folder, 0 for other descriptors, and the identity of the file. */
static struct {
  volatile uint64_t handle;
  dev_t device;
  ino_t node;
} files[MAX_FILES];

#define LOAD_REAL(name) \
  static __typeof__(&name) real; \
  if (real == NULL) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

__attribute__((constructor)) static void start_recording(void) {
  const char *path = getenv("PAYDESK_RECORD_FOLDER");
  const char *log = getenv("PAYDESK_RECORD_LOG");
  if (path == NULL || log == NULL) return;
  folder_length = (size_t)snprintf(folder, sizeof folder, "%s/", path);
  int (*real_open)(const char *, int, ...) = (int (*)(const char *, int, ...))dlsym(RTLD_NEXT, "open");
  log_file = real_open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

/* Writes one record: length of the following fields, kind, two numbers, bytes. A log that cannot be written ends the program. */
static void record(uint8_t kind, uint64_t a, uint64_t b, const void *bytes, size_t length) {
  LOAD_REAL(writev);
  uint8_t header[21];
  uint32_t following_length = (uint32_t)(17 + length);
  memcpy(header, &following_length, 4);
  header[4] = kind;
  memcpy(header + 5, &a, 8);
  memcpy(header + 13, &b, 8);
  struct iovec parts[2] = {{header, sizeof header}, {(void *)bytes, length}};
  if (real(log_file, parts, 2) != (ssize_t)(sizeof header + length)) abort();
}

/* Writes the path below the folder into `relative_path`; false for a path elsewhere. */
static int write_relative_path(int at, const char *path, char *relative_path) {
  char full[2 * PATH_MAX];
  if (log_file == -1 || path == NULL) return 0;
  /* The path starts at an open folder, which its descriptor names. */
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
  snprintf(relative_path, PATH_MAX, "%s", full + folder_length);
  return 1;
}

/* Returns the number of an open descriptor, or 0. A descriptor that was closed by an unrecorded call may name another file by now. */
static uint64_t find_handle(int file) {
  if (file < 0 || file >= MAX_FILES || files[file].handle == 0) return 0;
  struct stat status;
  if (fstat(file, &status) == 0 && status.st_dev == files[file].device && status.st_ino == files[file].node)
    return files[file].handle;
  files[file].handle = 0;
  return 0;
}

static void record_open(int file, int flags, const char *relative_path) {
  struct stat status;
  if (file >= MAX_FILES || fstat(file, &status) != 0) abort();
  files[file].device = status.st_dev;
  files[file].node = status.st_ino;
  files[file].handle = ((uint64_t)getpid() << 32) | ++open_count;
  record(OPEN, files[file].handle, (uint64_t)flags, relative_path, strlen(relative_path));
}

#define RECORD_OPEN(call, at) \
  char relative_path[PATH_MAX]; \
  mode_t mode = 0; \
  if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list more; \
    va_start(more, flags); \
    mode = va_arg(more, mode_t); \
    va_end(more); \
  } \
  int recorded = write_relative_path(at, path, relative_path); \
  if (recorded) pthread_mutex_lock(&lock); \
  int file = call; \
  if (recorded) { \
    int failure = errno; \
    if (file >= 0) record_open(file, flags, relative_path); \
    pthread_mutex_unlock(&lock); \
    errno = failure; \
  } else if (file >= 0 && file < MAX_FILES) files[file].handle = 0; \
  return file

int open(const char *path, int flags, ...) {
  LOAD_REAL(open);
  RECORD_OPEN(real(path, flags, mode), AT_FDCWD);
}
int open64(const char *path, int flags, ...) {
  LOAD_REAL(open64);
  RECORD_OPEN(real(path, flags, mode), AT_FDCWD);
}
int openat(int at, const char *path, int flags, ...) {
  LOAD_REAL(openat);
  RECORD_OPEN(real(at, path, flags, mode), at);
}
int openat64(int at, const char *path, int flags, ...) {
  LOAD_REAL(openat64);
  RECORD_OPEN(real(at, path, flags, mode), at);
}

int close(int file) {
  LOAD_REAL(close);
  if (file >= 0 && file < MAX_FILES) files[file].handle = 0;
  return real(file);
}

/* Returns the offset at which a write without an explicit offset starts. */
static off_t append_offset_of(int file) {
  if ((fcntl(file, F_GETFL) & O_APPEND) == 0) return lseek(file, 0, SEEK_CUR);
  struct stat status;
  return fstat(file, &status) == 0 ? status.st_size : 0;
}

/* Makes a call that writes at `offset`, and records as many of the bytes as it wrote. */
#define RECORD_WRITE(call, offset, bytes) \
  uint64_t handle = find_handle(file); \
  if (handle == 0) return call; \
  pthread_mutex_lock(&lock); \
  off_t at = offset; \
  ssize_t written = call; \
  int failure = errno; \
  if (written > 0) record(WRITE, handle, (uint64_t)at, bytes, (size_t)written); \
  pthread_mutex_unlock(&lock); \
  errno = failure; \
  return written

ssize_t write(int file, const void *bytes, size_t length) {
  LOAD_REAL(write);
  RECORD_WRITE(real(file, bytes, length), append_offset_of(file), bytes);
}
ssize_t pwrite(int file, const void *bytes, size_t length, off_t offset) {
  LOAD_REAL(pwrite);
  RECORD_WRITE(real(file, bytes, length, offset), offset, bytes);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t offset) {
  LOAD_REAL(pwrite64);
  RECORD_WRITE(real(file, bytes, length, offset), offset, bytes);
}

/* Returns several buffers as one buffer, which the caller frees. */
static char *join_buffers(const struct iovec *parts, int count) {
  size_t length = 0;
  for (int part = 0; part < count; part += 1) length += parts[part].iov_len;
  char *joined = malloc(length + 1);
  if (joined == NULL) abort();
  for (int part = 0, at = 0; part < count; at += (int)parts[part].iov_len, part += 1)
    memcpy(joined + at, parts[part].iov_base, parts[part].iov_len);
  return joined;
}

static ssize_t write_buffers(int file, const struct iovec *parts, int count, off_t offset) {
  char *joined = join_buffers(parts, count);
  size_t length = 0;
  for (int part = 0; part < count; part += 1) length += parts[part].iov_len;
  ssize_t written = offset < 0 ? write(file, joined, length) : pwrite(file, joined, length, offset);
  int failure = errno;
  free(joined);
  errno = failure;
  return written;
}
ssize_t writev(int file, const struct iovec *parts, int count) {
  LOAD_REAL(writev);
  return find_handle(file) == 0 ? real(file, parts, count) : write_buffers(file, parts, count, -1);
}
ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
  LOAD_REAL(pwritev);
  return find_handle(file) == 0 ? real(file, parts, count, offset) : write_buffers(file, parts, count, offset);
}
ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
  LOAD_REAL(pwritev64);
  return find_handle(file) == 0 ? real(file, parts, count, offset) : write_buffers(file, parts, count, offset);
}

/* Makes a call on an open file, and records the call when it succeeded. */
#define RECORD_FILE_CHANGE(call, kind, number) \
  uint64_t handle = find_handle(file); \
  if (handle == 0) return call; \
  pthread_mutex_lock(&lock); \
  int result = call; \
  int failure = errno; \
  if (result == 0) record(kind, handle, number, NULL, 0); \
  pthread_mutex_unlock(&lock); \
  errno = failure; \
  return result

int ftruncate(int file, off_t length) {
  LOAD_REAL(ftruncate);
  RECORD_FILE_CHANGE(real(file, length), TRUNCATE, (uint64_t)length);
}
int ftruncate64(int file, off64_t length) {
  LOAD_REAL(ftruncate64);
  RECORD_FILE_CHANGE(real(file, length), TRUNCATE, (uint64_t)length);
}
int fsync(int file) {
  LOAD_REAL(fsync);
  RECORD_FILE_CHANGE(handle == 0 ? real(file) : 0, SYNC, 0);
}
int fdatasync(int file) {
  LOAD_REAL(fdatasync);
  RECORD_FILE_CHANGE(handle == 0 ? real(file) : 0, SYNC, 0);
}

/* Makes a call that changes a name, and records the call when it succeeded and the name is below the folder. */
#define RECORD_PATH_CHANGE(call, kind, at, path, number) \
  char relative_path[PATH_MAX]; \
  if (!write_relative_path(at, path, relative_path)) return call; \
  pthread_mutex_lock(&lock); \
  int result = call; \
  int failure = errno; \
  if (result == 0) record(kind, number, 0, relative_path, strlen(relative_path)); \
  pthread_mutex_unlock(&lock); \
  errno = failure; \
  return result

int mkdir(const char *path, mode_t mode) {
  LOAD_REAL(mkdir);
  RECORD_PATH_CHANGE(real(path, mode), MAKE_FOLDER, AT_FDCWD, path, 0);
}
int unlink(const char *path) {
  LOAD_REAL(unlink);
  RECORD_PATH_CHANGE(real(path), REMOVE, AT_FDCWD, path, 0);
}
int rmdir(const char *path) {
  LOAD_REAL(rmdir);
  RECORD_PATH_CHANGE(real(path), REMOVE, AT_FDCWD, path, 0);
}
int unlinkat(int at, const char *path, int flags) {
  LOAD_REAL(unlinkat);
  RECORD_PATH_CHANGE(real(at, path, flags), REMOVE, at, path, 0);
}
int rename(const char *from, const char *to) {
  LOAD_REAL(rename);
  char both_paths[2 * PATH_MAX + 1], old[PATH_MAX], new[PATH_MAX];
  int from_below = write_relative_path(AT_FDCWD, from, old), to_below = write_relative_path(AT_FDCWD, to, new);
  if (!from_below && !to_below) return real(from, to);
  pthread_mutex_lock(&lock);
  int result = real(from, to);
  int failure = errno;
  if (result == 0) {
    size_t length = strlen(old) + 1;
    if (from_below && to_below) {
      memcpy(both_paths, old, length);
      memcpy(both_paths + length, new, strlen(new));
      record(RENAME, 0, 0, both_paths, length + strlen(new));
    } else record(NOT_RECORDED, 0, 0, "rename", 6);
  }
  pthread_mutex_unlock(&lock);
  errno = failure;
  return result;
}

/* Calls that Paydesk does not make below its folder. A record of such a call makes the test fail. */
int link(const char *from, const char *to) {
  LOAD_REAL(link);
  RECORD_PATH_CHANGE(real(from, to), NOT_RECORDED, AT_FDCWD, to, 0);
}
int symlink(const char *target, const char *path) {
  LOAD_REAL(symlink);
  RECORD_PATH_CHANGE(real(target, path), NOT_RECORDED, AT_FDCWD, path, 0);
}
int truncate(const char *path, off_t length) {
  LOAD_REAL(truncate);
  RECORD_PATH_CHANGE(real(path, length), NOT_RECORDED, AT_FDCWD, path, 0);
}
int renameat2(int from_at, const char *from, int to_at, const char *to, unsigned int flags) {
  LOAD_REAL(renameat2);
  RECORD_PATH_CHANGE(real(from_at, from, to_at, to, flags), NOT_RECORDED, to_at, to, 0);
}
int posix_fallocate(int file, off_t offset, off_t length) {
  LOAD_REAL(posix_fallocate);
  RECORD_FILE_CHANGE(real(file, offset, length), NOT_RECORDED, 0);
}
ssize_t copy_file_range(int from, off64_t *from_at, int file, off64_t *at, size_t length, unsigned int flags) {
  LOAD_REAL(copy_file_range);
  if (find_handle(file) != 0) record(NOT_RECORDED, find_handle(file), 0, "copy_file_range", 15);
  return real(from, from_at, file, at, length, flags);
}
