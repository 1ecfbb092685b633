import { executorAddress } from "@mojob/core/engine";
import { describe, expect, it } from "vitest";
import { answerText, parseAnswer } from "./answer.ts";
import { parseCallbacks } from "./callback.ts";
import { logLines } from "./log-lines.ts";
import { parseRegistration } from "./registration.ts";
import { XXL_KIND } from "../work/xxl-work.ts";
import { runCallBody } from "./run-call.ts";

describe("parseAnswer()", () => {
  it.each([
    ['{"code":200}', 200, null, null],
    ['{"code":200,"msg":null}', 200, null, null],
    ['{"code":"200","msg":"Running"}', 200, "Running", null],
    ['{"code":500,"msg":"job handler [x] not found."}', 500, "job handler [x] not found.", null],
    ['{"code":200,"content":{"toLineNum":3}}', 200, null, { toLineNum: 3 }],
    ['{"code":200,"msg":"Success","data":{"toLineNum":3}}', 200, "Success", { toLineNum: 3 }],
    [
      '[{"logId":1,"executeResult":{"code":500,"msg":"There are tasks running"},"handleCode":500}]',
      500,
      "There are tasks running",
      null,
    ],
  ])("reads %s", (text, code, message, payload) => {
    expect(parseAnswer(text)).toEqual({ code, message, payload });
  });

  it.each(["", "[]", "<html>", '"ok"', "{}", '{"code":"many"}'])("refuses %j", (text) => {
    expect(() => parseAnswer(text)).toThrow("not that of an XXL-JOB executor");
  });

  it("responds with what all clients take for success", () => {
    expect(JSON.parse(answerText(200, null))).toEqual({ code: 200, msg: null, content: null });
  });
});

describe("parseCallbacks()", () => {
  it.each([
    ["of 2.2", [{ logId: 7, executeResult: { code: 200, msg: "ok" } }], { logId: 7, code: 200, value: "ok" }],
    [
      "of 2.3 and later",
      [{ logId: 7, logDateTim: 1, handleCode: 502, handleMsg: "late" }],
      { logId: 7, code: 502, value: "late" },
    ],
    ["without a message", [{ logId: 7, handleCode: 200 }], { logId: 7, code: 200, value: null }],
    [
      "with both forms",
      [{ logId: 7, handleCode: 500, executeResult: { code: 500, msg: "no" } }],
      { logId: 7, code: 500, value: "no" },
    ],
    [
      "from Python, with JSON",
      [{ logId: 7, handleCode: 200, handleMsg: { rows: 3 } }],
      { logId: 7, code: 200, value: { rows: 3 } },
    ],
    ["of 3.5", { callbackList: [{ logId: 7, handleCode: 200 }] }, { logId: 7, code: 200, value: null }],
    [
      "with a code of the handler's own",
      [{ logId: 7, handleCode: 777 }],
      { logId: 7, code: 777, value: null },
    ],
    ["with the run as a text", [{ logId: "7", handleCode: 200 }], { logId: 7, code: 200, value: null }],
  ])("reads one %s", (_, body, callback) => {
    expect(parseCallbacks(JSON.stringify(body))).toEqual([callback]);
  });

  it("leaves out what settles nothing", () => {
    const items = [
      null,
      3,
      {},
      { logId: 7 },
      { logId: 7, handleCode: 0 },
      { logId: 7.5, handleCode: 200 },
      { logId: 1e20, handleCode: 200 },
    ];
    expect(parseCallbacks(JSON.stringify(items))).toEqual([]);
    expect(["", "{}", "7", "[", '{"callbackList":3}'].map(parseCallbacks)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });
});

describe("executorAddress()", () => {
  it.each([
    ["http://10.0.0.5:9999/", "http://10.0.0.5:9999/"],
    ["http://10.0.0.5:9999", "http://10.0.0.5:9999/"],
    ["http://10.0.0.5:9999/xxl-job", "http://10.0.0.5:9999/xxl-job/"],
    ["http://fd00:1::5:9999/", "http://[fd00:1::5]:9999/"],
    ["https://Node.corp/", "https://node.corp/"],
    ["http://a:b@10.0.0.5:9999/", null],
    ["ftp://10.0.0.5/", null],
    ["10.0.0.5:9999", null],
    [`http://${"a".repeat(300)}/`, null],
  ])("makes %s into %s", (text, address) => expect(executorAddress(text)).toBe(address));

  it("is taken from a registration", () => {
    const body = { registryGroup: "EXECUTOR", registryKey: "shop", registryValue: "http://10.0.0.5:9999" };
    expect(parseRegistration(JSON.stringify(body))).toEqual({
      appName: "shop",
      address: "http://10.0.0.5:9999/",
    });
    expect(parseRegistration(JSON.stringify(body), true)).toMatchObject({ appName: "shop", isNewer: true });
    for (const wrong of [{ ...body, registryKey: " " }, { ...body, registryValue: null }, [], null])
      expect(parseRegistration(JSON.stringify(wrong))).toBeNull();
  });
});

describe("runCallBody()", () => {
  const call = {
    jobId: 5,
    logId: 9_007_199_254_740_991,
    sentAtMs: 1_795_309_160_548,
    work: { kind: XXL_KIND, handler: "demo" },
    glueVersion: 3,
    args: null,
    timeoutMs: 1500,
    shard: { index: 0, total: 1 },
  } as const;

  it("has every field and no null", () => {
    expect(runCallBody(call)).toEqual({
      jobId: 5,
      executorHandler: "demo",
      executorParams: "",
      executorBlockStrategy: "SERIAL_EXECUTION",
      executorTimeout: 12,
      logId: 9_007_199_254_740_991,
      logDateTime: 1_795_309_160_548,
      glueType: "BEAN",
      glueSource: "",
      glueUpdatetime: 3,
      broadcastIndex: 0,
      broadcastTotal: 1,
    });
  });

  it("takes over what the job states", () => {
    const work = {
      ...call.work,
      handler: "",
      glueType: "GLUE_SHELL",
      glueSource: "echo $1",
      blockStrategy: "COVER_EARLY",
    } as const;
    expect(
      runCallBody({ ...call, work, args: { n: 1 }, shard: { index: 1, total: 2 }, timeoutMs: 1e15 }),
    ).toMatchObject({
      executorParams: '{"n":1}',
      executorBlockStrategy: "COVER_EARLY",
      executorTimeout: 2_147_483_647,
      glueType: "GLUE_SHELL",
      glueSource: "echo $1",
      broadcastIndex: 1,
      broadcastTotal: 2,
    });
    expect(runCallBody({ ...call, args: "a b" })).toMatchObject({ executorParams: "a b" });
  });
});

describe("logLines()", () => {
  it.each([
    ["lines", { toLineNum: 2, logContent: "a\nb\n" }, 1, ["a", "b"]],
    ["empty lines between others", { toLineNum: 3, logContent: "a\n\nb\n" }, 1, ["a", "", "b"]],
    ["Windows line ends", { toLineNum: 2, logContent: "a\r\nb\r\n" }, 1, ["a", "b"]],
    ["nothing new, as Java says it", { toLineNum: 2, logContent: "" }, 3, []],
    ["nothing new, as Java 3.3 says it", { toLineNum: 0, logContent: "" }, 3, []],
    ["nothing new, as pyxxl says it", { toLineNum: 3, logContent: "" }, 3, []],
    [
      "a message that there is no log",
      { toLineNum: 0, logContent: "readLog fail, logFile not exists" },
      1,
      [],
    ],
    ["the text that Go executors return for every log", { toLineNum: 2, logContent: "no handler" }, 3, []],
    ["no payload", null, 1, []],
  ])("reads %s", (_, payload, from, lines) => expect(logLines(payload, from)).toEqual(lines));
});
