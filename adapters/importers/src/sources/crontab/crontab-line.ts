import { CRONTAB_MACROS } from "../../old/crontab-rules.ts";
import type { FindingParameters } from "../../finding-parameters.ts";
import type { FindingCode } from "../../words/finding-words.ts";

/** A schedule with its command. */
export interface CommandLine {
  readonly schedule: string;
  readonly user: string | null;
  /** The letters of OpenBSD's and FreeBSD's flags before the command. */
  readonly flags: string;
  readonly command: string;
}

export type CrontabLine =
  | { readonly kind: "variable"; readonly name: string; readonly value: string }
  | ({ readonly kind: "job" } & CommandLine)
  | { readonly kind: "unreadable"; readonly code: FindingCode; readonly parameters: FindingParameters }
  | { readonly kind: "nothing" };

/** A field of a schedule where a command should begin: lines of six and seven fields have one there. */
const FIELD = /^[\d*?][\d*?/,~#LW-]*$/;
/** A user's name, with FreeBSD's group and login class. */
const USER = /^[a-z_][a-z0-9_.-]*\$?(?::[\w.-]+)?(?:\/[\w.-]+)?$/i;
/** Users that no program has the name of: a command of a user's crontab that begins with one was written for /etc/crontab. */
const SYSTEM_USERS: ReadonlySet<string> = new Set(["root", "www-data", "nobody", "daemon", "apache", "uucp"]);

/** One line of a crontab; `hasUser` for those of the system, which name who runs the command. */
export function crontabLine(text: string, hasUser: boolean): CrontabLine {
  const line = text.trim();
  if (line === "" || line.startsWith("#")) return { kind: "nothing" };
  const variable = /^(?:"(\w+)"|'(\w+)'|([A-Za-z_]\w*))\s*=\s*(.*)$/.exec(line);
  if (variable) {
    const [, double, single, plain, value = ""] = variable;
    const [, quoted] = /^(?:"(.*)"|'(.*)')$/.exec(value)?.filter((part) => part !== undefined) ?? [];
    return { kind: "variable", name: double ?? single ?? plain ?? "", value: quoted ?? value };
  }
  const schedule = (line.startsWith("@") ? /^@\S+/ : /^\S+(?:\s+\S+){4}/).exec(line)?.[0];
  if (schedule === undefined || (schedule.startsWith("@") && !isMacro(schedule)))
    return unreadable(hasUser ? "crontab_user" : "crontab_line");
  return commandLine(schedule.replace(/\s+/g, " "), line.slice(schedule.length).trim(), hasUser);
}

function commandLine(schedule: string, rest: string, hasUser: boolean): CrontabLine {
  const [first = ""] = rest.split(/\s+/, 1);
  if (FIELD.test(first)) return unreadable("crontab_fields", { found: first });
  const user = hasUser ? first : null;
  if (user !== null && !USER.test(user)) return unreadable("crontab_user_name", { found: user });
  const afterUser = user === null ? rest : rest.slice(user.length).trim();
  const [written = ""] = /^(?:-[a-z]+\s+)*/.exec(afterUser) ?? [];
  const flags = written.replaceAll(/[^a-z]/g, "");
  const command = afterUser.slice(written.length);
  if (command === "") return unreadable(hasUser ? "crontab_user" : "crontab_line");
  const [program = ""] = command.split(/\s+/, 1);
  if (user === null && SYSTEM_USERS.has(program) && command !== program)
    return unreadable("crontab_user_column", { user: program });
  return { kind: "job", schedule, user, flags, command };
}

function unreadable(code: FindingCode, parameters: FindingParameters = {}): CrontabLine {
  return { kind: "unreadable", code, parameters };
}

export const REBOOT = "@reboot";

function isMacro(text: string): boolean {
  return text in CRONTAB_MACROS || text === REBOOT;
}
