import { describe, expect, it } from "vitest";
import { REASON_SAMPLES } from "../../../fixtures/code-samples.ts";
import { type Reason, ReasonCode } from "../reason.ts";
import { LANGUAGES } from "../words/language.ts";
import { failureText, reasonText } from "./reason-text.ts";

describe("reasonText()", () => {
  it.each(LANGUAGES)("has a sentence of its own for each code in %s", (language) => {
    const sentences = Object.values(REASON_SAMPLES).map((reason) => reasonText(reason, language));
    expect(new Set(sentences).size).toBe(Object.values(ReasonCode).length);
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|null|\[object/);
  });

  it("speaks no English in Chinese, but for what people and jobs said", () => {
    for (const reason of Object.values(REASON_SAMPLES).filter(({ code }) => code !== "result_dropped"))
      expect(
        reasonText(reason, "zh").replaceAll(
          /maxConcurrency|unique|debounceMs|maxWaiting|waitTimeoutMs|ada|JSON|\d[\dTZ:.-]+/g,
          "",
        ),
      ).not.toMatch(/[a-z]{3}/i);
  });

  it("says of a task which retry its nodes run in", () => {
    const reason = { code: "task", parameters: { version: 3, retry: { number: 1, of: 2 } } } as const;
    expect(reasonText(reason, "en")).toBe("Retry 1 of 2: its nodes run again");
    expect(reasonText(reason, "zh")).toBe("第 1 次重试，共 2 次：重新执行各节点");
  });

  it("puts what was said behind who asked", () => {
    const asked: Reason = { code: "cancelled", parameters: { by: "ada", note: "wrong customer" } };
    expect(reasonText(asked)).toBe("Cancelled by ada: wrong customer");
    expect(reasonText(asked, "zh")).toBe("由 ada 取消：wrong customer");
  });

  it("shows the code of a newer version as it is", () => {
    expect(reasonText({ code: "moon_phase" } as unknown as Reason)).toBe("moon_phase");
  });
});

describe("failureText()", () => {
  it("keeps what a job threw, in any language", () => {
    expect(failureText({ code: "job_error", message: "It broke" }, "zh")).toBe("It broke");
    expect(failureText({ code: "timeout", message: "my own timeout" }, "zh")).toBe("my own timeout");
  });

  it("says ours in the language asked for", () => {
    const failure = { code: "timeout", message: "…", parameters: { limitMs: 50, ignoredSignal: true } };
    expect(failureText(failure)).toBe(
      "The attempt took longer than 50 ms; its code ignored the signal and still runs",
    );
    expect(failureText(failure, "zh")).toBe("执行超时，超过 50 毫秒；其代码未响应中断信号，仍在运行");
  });
});
