/* Has Debian's cron itself (entry.c) read the fields of each line of the standard input: flags and the bits of each field, or why it refuses. */
#define MAIN_PROGRAM
#include "cron.h"
#include <pwd.h>

static const char *reason;
static void fail(const char *text) { reason = text; }

static void show(bitstr_t *bits, int count) {
  for (int index = 0; index < count; index++) putchar(bit_test(bits, index) ? '1' : '0');
  putchar(' ');
}

int main(void) {
  static char line[4096], text[4200];
  static char *none[] = { NULL };
  struct passwd *user = getpwuid(getuid());
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    int length = snprintf(text, sizeof text, "%s command\n", line);
    FILE *file = fmemopen(text, length, "r");
    reason = "unreadable";
    entry *one = load_entry(file, fail, user, none);
    if (one == NULL || strcmp(one->cmd, "command") != 0) printf("refused %s", one == NULL ? reason : one->cmd);
    else {
      printf("%d ", one->flags);
      show(one->minute, MINUTE_COUNT); show(one->hour, HOUR_COUNT); show(one->dom, DOM_COUNT);
      show(one->month, MONTH_COUNT); show(one->dow, DOW_COUNT);
    }
    putchar('\n');
    fclose(file);
  }
}
