import { CRONTAB_MACROS } from "../../old/crontab-rules.ts";

export type CrontabLine =
  | { readonly kind: "variable"; readonly name: string; readonly value: string }
  | {
      readonly kind: "job";
      readonly schedule: string;
      readonly user: string | null;
      readonly command: string;
    }
  | { readonly kind: "unreadable" }
  | { readonly kind: "nothing" };

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
    return { kind: "unreadable" };
  const rest = line.slice(schedule.length).trim();
  const user = hasUser ? (/^\S+/.exec(rest)?.[0] ?? "") : null;
  const command = user === null ? rest : rest.slice(user.length).trim();
  return command === ""
    ? { kind: "unreadable" }
    : { kind: "job", schedule: schedule.replace(/\s+/g, " "), user, command };
}

export const REBOOT = "@reboot";

function isMacro(text: string): boolean {
  return text in CRONTAB_MACROS || text === REBOOT;
}
