import fc from "fast-check";
import { DAY_MS, type Meaning, PROCESS_ZONE, type RandomFile } from "./hold-files.ts";

type Row = Readonly<Record<string, string | null>>;

const TEXT = fc.oneof(
  fc.constantFrom<string | null>(
    null,
    "",
    "a",
    "it's",
    'say "no"',
    "a,b",
    "line\nnext",
    "back\\slash",
    "订单",
  ),
  fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
);
const CRON = fc
  .tuple(fc.nat(59), fc.nat(23), fc.constantFrom("* * ?", "? * 2-6", "1 * ?", "L * ?", "? * 6L", "15W 3 ?"))
  .map(([minute, hour, days]) => `0 ${minute} ${hour} ${days}`);
const COUNT = fc.constantFrom("0", "1", "3", "30", "1000", "1001", "600000", "99999999");
const ZONES: Readonly<Record<string, string>> = {
  "America/New_York": "America/New_York",
  "GMT+08:00": "Etc/GMT-8",
  "UTC-3": "Etc/GMT+3",
};

const ROW: fc.Arbitrary<Omit<Record<string, string | null>, "id">> = fc.record({
  job_group: fc.constantFrom("1", "1", "2", "9"),
  job_desc: TEXT,
  author: fc.constantFrom("ann", ""),
  schedule_type: fc.constantFrom("CRON", "CRON", "FIX_RATE", "FIX_DELAY", "NONE"),
  cron: CRON,
  seconds: fc.constantFrom("1", "30", "3600", "0", "99999999"),
  misfire_strategy: fc.constantFrom("DO_NOTHING", "FIRE_ONCE_NOW", "SOMETHING"),
  executor_block_strategy: fc.constantFrom("SERIAL_EXECUTION", "DISCARD_LATER", "COVER_EARLY"),
  executor_handler: fc.constantFrom("h1", "h2", ""),
  executor_param: TEXT,
  executor_timeout: COUNT,
  executor_fail_retry_count: COUNT,
  glue_type: fc.constantFrom("BEAN", "BEAN", "BEAN", "GLUE_SHELL", "GLUE_PERL"),
  glue_source: fc.constantFrom("", "date"),
  trigger_status: fc.constantFrom("0", "1"),
  trigger_last_time: fc.constantFrom("0", "1767225600000"),
  trigger_next_time: fc.constantFrom("0", "1767225607000"),
  alarm_email: fc.constantFrom("", "a@b.example"),
  schedule_timezone: fc.constantFrom("", ...Object.keys(ZONES)),
  executor_fail_retry_interval: fc.constantFrom("0", "", "45"),
});

function rowOf(drawn: Readonly<Record<string, string | null>>, id: number): Row {
  const { cron, seconds, ...rest } = drawn;
  const type = rest["schedule_type"];
  return {
    id: String(id),
    ...rest,
    schedule_conf: type === "CRON" ? cron! : type === "NONE" ? "" : seconds!,
  };
}

const APPS: Readonly<Record<string, string>> = { "1": "shop", "2": "mail" };

/** By the manual and the tables of XXL-JOB. */
function meaningOf(row: Row): Meaning {
  const app = APPS[row["job_group"] ?? ""];
  const isBean = row["glue_type"] === "BEAN";
  const isRefused =
    app === undefined ||
    row["glue_type"] === "GLUE_PERL" ||
    (isBean ? row["executor_handler"] === "" : row["glue_source"] === "");
  const type = row["schedule_type"];
  const everyMs = type === "FIX_RATE" || type === "FIX_DELAY" ? Number(row["schedule_conf"]) * 1000 : null;
  const isCarried = everyMs !== null && everyMs >= 1000 && everyMs <= 366 * DAY_MS;
  const stated = row["schedule_timezone"] ?? "";
  const timeout = Number(row["executor_timeout"]);
  const retries = Number(row["executor_fail_retry_count"]);
  const says = [
    ...(timeout === 0 ? ["no_timeout executor_timeout"] : []),
    ...(timeout * 1000 > 366 * DAY_MS ? ["timeout_cut executor_timeout"] : []),
    ...(retries > 1000 ? ["retries_cut executor_fail_retry_count"] : []),
    ...(row["misfire_strategy"] === "SOMETHING" ? ["misfire_unknown misfire_strategy"] : []),
    ...(row["alarm_email"] === "" ? [] : ["alarm_email alarm_email"]),
    ...(Number(row["executor_fail_retry_interval"]) > 0
      ? ["field_ignored executor_fail_retry_interval"]
      : []),
    ...(type === "NONE" ? ["no_schedule schedule_type"] : []),
    ...(everyMs !== null && !isCarried ? ["interval_not_carried everyMs"] : []),
  ];
  return {
    id: `${app ?? row["job_group"]}/${row["id"]}`,
    isRefused,
    says,
    is: {
      kind: type === "NONE" ? "triggered" : "recurring",
      cron: type === "CRON" ? row["schedule_conf"] : null,
      everyMs: isCarried ? everyMs : null,
      ...(isCarried && { everyFrom: type === "FIX_DELAY" ? "end" : "start" }),
      timeZone: type !== "CRON" ? null : stated === "" ? PROCESS_ZONE : ZONES[stated],
      timeoutMs: timeout === 0 ? 366 * DAY_MS : Math.min(366 * DAY_MS, timeout * 1000),
      retryCount: Math.min(1000, retries),
      wasOn: type === "NONE" || row["trigger_status"] === "1",
      args: row["executor_param"] === "" ? null : row["executor_param"],
      whenFull: { SERIAL_EXECUTION: "queue", DISCARD_LATER: "skip", COVER_EARLY: "replace" }[
        row["executor_block_strategy"] ?? ""
      ],
      misfire:
        type === "NONE"
          ? null
          : { policy: row["misfire_strategy"] === "FIRE_ONCE_NOW" ? "fireOnce" : "skip", graceMs: 5000 },
    },
  };
}

function sqlOf(rows: readonly Row[]): string {
  const value = (text: string | null): string =>
    text === null
      ? "NULL"
      : `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", "\\n")}'`;
  const inserts = rows.map(
    (row) =>
      `INSERT INTO \`xxl_job_info\` (${Object.keys(row)
        .map((name) => `\`${name}\``)
        .join(", ")}) VALUES (${Object.values(row).map(value).join(",")});`,
  );
  const groups = Object.entries(APPS).map(
    ([id, app]) => `INSERT INTO \`xxl_job_group\` (\`id\`, \`app_name\`) VALUES (${id},'${app}');`,
  );
  return [...inserts, ...groups].join("\n");
}

function jsonOf(rows: readonly Row[]): string {
  const plain = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, text]) => [
        name,
        name !== "executor_param" && /^\d+$/.test(text ?? "") ? Number(text) : text,
      ]),
    ),
  );
  const groups = Object.entries(APPS).map(([id, app_name]) => ({ id: Number(id), app_name }));
  return JSON.stringify({ xxl_job_info: plain, xxl_job_group: groups });
}

function csvOf(rows: readonly Row[]): string {
  const cell = (text: string | null): string => (text === null ? "NULL" : `"${text.replaceAll('"', '""')}"`);
  const withApp = rows.map((row) => ({ ...row, app_name: APPS[row["job_group"] ?? ""] ?? null }));
  const names = Object.keys(withApp[0] ?? {});
  return [names.join(","), ...withApp.map((row) => Object.values(row).map(cell).join(","))].join("\r\n");
}

export const XXL_FILE: fc.Arbitrary<RandomFile> = fc
  .tuple(fc.array(ROW, { minLength: 1, maxLength: 3 }), fc.constantFrom(sqlOf, jsonOf, csvOf))
  .map(([drawn, write]) => {
    const rows = drawn.map((one, index) => rowOf(one, index + 1));
    return { text: write(rows), wanted: rows.map(meaningOf) };
  });
