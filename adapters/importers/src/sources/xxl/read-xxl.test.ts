import { describe, expect, it } from "vitest";
import { readXxl } from "./read-xxl.ts";

const ZONE = { timeZone: "Asia/Shanghai" };
const GROUPS =
  "INSERT INTO `xxl_job_group`(`id`, `app_name`, `title`) VALUES (1,'shop-executor','Shop'),(2,'mail','Mail');\n";

/** A row of 24 columns in the order of 2.3 to 3.4. */
const row = (id: number, values: Readonly<Record<string, string>> = {}): string => {
  const given = {
    group: "1",
    desc: `'Job ${id}'`,
    type: "'CRON'",
    conf: "'0 0 3 * * ?'",
    handler: `'h${id}'`,
    param: "NULL",
    block: "'SERIAL_EXECUTION'",
    route: "'FIRST'",
    timeout: "0",
    glue: "'BEAN'",
    source: "NULL",
    child: "''",
    status: "1",
    next: "0",
    mail: "''",
    ...values,
  };
  return `(${id},${given.group},${given.desc},'2024-01-01 00:00:00',NULL,'ann',${given.mail},${given.type},${given.conf},'DO_NOTHING',${given.route},${given.handler},${given.param},${given.block},${given.timeout},2,${given.glue},${given.source},NULL,NULL,${given.child},${given.status},0,${given.next})`;
};
const dump = (...rows: readonly string[]): string =>
  `${GROUPS}INSERT INTO \`xxl_job_info\` VALUES\n${rows.join(",\n")};\n`;

describe("readXxl()", () => {
  /** The same row as SQL, as JSON and as CSV. */
  function everyForm(
    values: Readonly<Record<string, string>>,
  ): readonly (readonly [form: string, text: string])[] {
    const all = {
      id: "1",
      job_group: "1",
      job_desc: "open",
      schedule_type: "CRON",
      schedule_conf: "0 30 9 ? * MON-FRI",
      executor_handler: "open",
      glue_type: "BEAN",
      trigger_status: "1",
      ...values,
    };
    const [names, cells] = [Object.keys(all), Object.values(all)];
    const quoted = cells.map((cell) => `'${cell}'`).join(",");
    return [
      ["SQL", `${GROUPS}INSERT INTO xxl_job_info (${names.join(",")}) VALUES (${quoted});`],
      [
        "JSON",
        JSON.stringify({ xxl_job_info: [all], xxl_job_group: [{ id: 1, app_name: "shop-executor" }] }),
      ],
      ["CSV", `${names.join(",")},app_name\n${cells.map((cell) => `"${cell}"`).join(",")},shop-executor`],
    ];
  }

  it("reads now() and the like where the column is not read", () => {
    const text = `${GROUPS}INSERT INTO xxl_job_info(id, job_group, job_desc, add_time, update_time, schedule_type, schedule_conf, executor_handler, glue_type, glue_updatetime, trigger_status) VALUES
      (8, 1, 'a', now(), NOW(), 'CRON', '0 0 3 * * ?', 'h8', 'BEAN', CURRENT_TIMESTAMP, 1),
      (9, 1, 'b', now(), DATE_ADD(NOW(), INTERVAL 1 DAY), 'CRON', '0 0 3 * * ?', 'h9', 'BEAN', STR_TO_DATE('1,2)', '%d,%m)'), 1);`;
    expect(readXxl(text, ZONE).jobs.map(({ key }) => key)).toEqual(["shop-executor/h8", "shop-executor/h9"]);
  });

  it.each([
    [
      "INSERT INTO xxl_job_info (id, job_group, executor_handler) VALUES (1, 1, UPPER('h'))",
      "sql_expression",
    ],
    ["INSERT INTO xxl_job_info SELECT * FROM old_jobs", "sql_select"],
    ["INSERT INTO xxl_job_info (id, job_group) SELECT id, 1 FROM old_jobs", "sql_select"],
    ["INSERT INTO xxl_job_info (id, job_group) VALUES (1 2)", "sql_unreadable"],
  ])("says of %s what to give instead", (text, code) => {
    expect(() => readXxl(`${GROUPS}${text};`, ZONE)).toThrow(expect.objectContaining({ code }) as Error);
  });

  it("reads a dump of PostgreSQL: its COPY, its texts without escapes and its E texts", () => {
    const columns =
      "id, job_group, job_desc, schedule_type, schedule_conf, executor_handler, executor_param, glue_type, trigger_status";
    const copied = [
      "-- PostgreSQL database dump",
      "COPY public.xxl_job_group (id, app_name, title) FROM stdin;",
      "1\tshop-executor\tShop",
      "\\.",
      `COPY public.xxl_job_info (${columns}) FROM stdin;`,
      "1\t1\ttab\\there\tCRON\t0 0 3 * * ?\th1\tC:\\\\dir\tBEAN\t1",
      "2\t1\tempty\tNONE\t\th2\t\\N\tBEAN\t0",
      "\\.",
      `INSERT INTO public.xxl_job_info (${columns}) VALUES (3, 1, 'plain', 'CRON', '0 0 3 * * ?', 'h3', 'C:\\new', 'BEAN', true), (4, 1, 'escaped', 'CRON', '0 0 3 * * ?', 'h4', E'a\\nb', 'BEAN', false);`,
    ].join("\n");
    const { jobs } = readXxl(copied, ZONE);
    expect(jobs.map(({ name, args, wasOn, line }) => [name, args, wasOn, line])).toEqual([
      ["tab\there", "C:\\dir", true, 6],
      ["empty", null, true, 7],
      ["plain", "C:\\new", true, 9],
      ["escaped", "a\nb", false, 9],
    ]);
  });

  it.each(["schedule_timezone", "schedule_time_zone", "time_zone", "timezone"])(
    "takes the zone that a fork gives a job in %s, in every form",
    (column) => {
      for (const [form, text] of everyForm({ [column]: "America/New_York" }))
        expect(readXxl(text, ZONE).jobs[0]?.schedule, form).toMatchObject({ timeZone: "America/New_York" });
      for (const [form, text] of everyForm({ [column]: "GMT+08:00" }))
        expect(readXxl(text, ZONE).jobs[0]?.schedule, form).toMatchObject({ timeZone: "Etc/GMT-8" });
    },
  );

  it("names each column of a fork that says something, with its value, in every form", () => {
    const values = {
      start_time: "2027-01-01 00:00:00",
      executor_fail_retry_interval: "30",
      tenant: "",
      paused: "0",
    };
    for (const [form, text] of everyForm(values)) {
      const [job] = readXxl(text, ZONE).jobs;
      const ignored = job?.findings.filter(({ code }) => code === "field_ignored");
      expect(
        ignored?.map(({ level, parameters }) => [level, parameters["field"], parameters["found"]]),
        form,
      ).toEqual([
        ["warning", "start_time", "2027-01-01 00:00:00"],
        ["warning", "executor_fail_retry_interval", "30"],
      ]);
    }
  });

  it("reads a dump without column names by the order of the version, with executors and lines", () => {
    const { jobs } = readXxl(
      dump(
        row(1, { param: "'it''s; \\'a\\'\\n(b),'", timeout: "30", child: "'2,9'" }),
        row(2, { group: "2", status: "0" }),
      ),
      ZONE,
    );
    expect(jobs).toMatchObject([
      {
        id: "shop-executor/1",
        line: 3,
        name: "Job 1",
        key: "shop-executor/h1",
        app: "shop-executor",
        kind: "recurring",
        schedule: { dialect: "quartz", text: "0 0 3 * * ?", timeZone: "Asia/Shanghai" },
        wasOn: true,
        work: { kind: "xxl", handler: "h1", appName: "shop-executor" },
        args: "it's; 'a'\n(b),",
        options: {
          owner: "ann",
          timeoutMs: 30_000,
          retryCount: 2,
          whenFull: "queue",
          routing: { strategy: "first" },
          misfire: { policy: "skip" },
        },
        children: ["mail/2"],
      },
      { key: "mail/h2", wasOn: false },
    ]);
    expect(jobs[0]?.findings.map(({ code }) => code)).toEqual(["block_together", "child_unknown"]);
  });

  it("takes a table's columns from CREATE TABLE, whatever their order", () => {
    const table =
      "CREATE TABLE `xxl_job_info` (\n  `id` int(11) NOT NULL,\n  `job_cron` varchar(128),\n  `job_group` int,\n  `executor_handler` varchar(255),\n  PRIMARY KEY (`id`)\n) ENGINE=InnoDB;\n";
    const { jobs } = readXxl(
      `${GROUPS}${table}insert into xxl_job_info values (7,'0 0 1 * * ?',2,'send');`,
      ZONE,
    );
    expect(jobs).toMatchObject([
      { id: "mail/7", schedule: { text: "0 0 1 * * ?" }, work: { handler: "send" } },
    ]);
  });

  it("reads JSON and CSV", () => {
    const record = {
      id: 3,
      job_group: 1,
      app_name: "shop",
      name: "Close",
      schedule_type: "FIX_RATE",
      schedule_conf: "90",
      trigger_next_time: 1_800_000_000_000,
      executor_handler: "close",
    };
    const csv =
      'id,job_group,app_name,job_desc,schedule_type,schedule_conf,executor_handler\n3,1,shop,"Close, ""all""\nof it",NONE,,close\n';
    expect(readXxl(JSON.stringify({ RECORDS: [record] }), ZONE).jobs).toMatchObject([
      {
        key: "shop/close",
        name: "Close",
        schedule: { everyMs: 90_000, anchor: new Date(1_800_000_000_000) },
      },
    ]);
    expect(readXxl(csv, ZONE).jobs).toMatchObject([
      { name: 'Close, "all"\nof it', kind: "triggered", schedule: null, line: 2 },
    ]);
  });

  it.each([
    [
      { route: "'SHARDING_BROADCAST'" },
      { options: { routing: { strategy: "broadcast", whenGone: "fail" }, whenFull: "queue" } },
      ["no_timeout"],
    ],
    [
      { glue: "'GLUE_SHELL'", source: "'echo hi'" },
      { key: "shop-executor/glue-1", work: { glueType: "GLUE_SHELL", glueSource: "echo hi", handler: "" } },
      ["no_timeout", "block_together"],
    ],
    [{ glue: "'GLUE_GROOVY'" }, {}, ["glue_empty", "no_timeout", "block_together"]],
    [{ glue: "'GLUE_RUBY'" }, {}, ["glue_unknown", "no_timeout", "block_together"]],
    [{ group: "5" }, { app: null }, ["group_unknown", "no_timeout", "block_together"]],
    [
      { block: "'COVER_EARLY'", mail: "'a@b.c'" },
      { options: { whenFull: "replace" } },
      ["no_timeout", "block_together", "alarm_email"],
    ],
    [{ route: "'NEAREST'" }, {}, ["no_timeout", "route_unknown", "block_together"]],
  ])("%j names what is not carried over", (values, job, codes) => {
    const [read] = readXxl(dump(row(1, values)), ZONE).jobs;
    expect(read).toMatchObject(job);
    expect(read?.findings.map(({ code }) => code)).toEqual(codes);
  });

  it.each([
    ["", "nothing_found", undefined],
    [`${GROUPS}INSERT INTO xxl_job_info VALUES\n(1, @now);`, "sql_unreadable", 3],
    ["INSERT INTO xxl_job_info VALUES\n\n(1, 'no end", "sql_unreadable", 3],
    ["INSERT INTO xxl_job_info VALUES\n(1,2,3);", "sql_columns", 2],
    ["id,name\n1,2", "csv_columns", 1],
    ["{", "not_json", undefined],
  ])("%j is refused with %s", (text, code, line) => {
    expect(() => readXxl(text, ZONE)).toThrow(
      expect.objectContaining({
        code,
        ...(line !== undefined && { parameters: expect.objectContaining({ line }) as object }),
      }) as Error,
    );
  });
});
