import { writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aNotice } from "../../fixtures/a-notice.ts";
import { markdown, plain } from "./escape.ts";
import { renderTemplate } from "./template.ts";

const render = (template: string): Promise<string> =>
  renderTemplate(template, aNotice({ text: "a *b*" }), markdown);

describe("renderTemplate()", () => {
  it("makes a text of the notice's values, each safe, and addresses as they are", async () => {
    expect(await render("**{{ text }}** {{ count }} {{ url }}")).toBe(`**a ＊b＊** 1 ${aNotice().url}`);
    expect(await render("{{ text | raw }}")).toBe("a ＊b＊");
    expect(await render("{% for one in incidents %}{{ one.jobKey | upcase }}{% endfor %}")).toBe(
      "LEDGER.CLOSE",
    );
    expect(await render("{{ nothing }}{{ text.constructor }}{{ incidents.toString }}")).toBe("");
  });

  it("says what is wrong, and where, for good", async () => {
    for (const [template, message] of [
      ["one\n{% if %}", "line:2"],
      ["{{ text | shout }}", "undefined filter: shout"],
    ] as const) {
      const refused = render(template);
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.toMatchObject({ retryable: false });
    }
  });

  it("reads no file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mojob-"));
    try {
      const path = join(folder, "secret.liquid");
      writeFileSync(path, "secret");
      for (const tag of ["render", "include", "layout"])
        await expect(render(`{% ${tag} '${path}' %}`)).rejects.toThrow(
          'Cannot make the text of "work.template"',
        );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("lets the event loop turn while a template takes long", async () => {
    const long =
      "{% for i in (1..3000) %}{% for one in incidents %}{{ one.jobKey | upcase | size }}{% endfor %}{% endfor %}";
    await renderTemplate(long, aNotice(), plain);
    let isDone = false;
    let [longestMs, before] = [0, process.threadCpuUsage()];
    const watch = (): void => {
      const { user, system } = process.threadCpuUsage(before);
      longestMs = Math.max(longestMs, (user + system) / 1000);
      before = process.threadCpuUsage();
      if (!isDone) setImmediate(watch);
    };
    watch();
    await renderTemplate("{% for i in (1..9999999) %}{{ i }}{% endfor %}", aNotice(), plain).catch(() => {});
    await renderTemplate(long, aNotice(), plain).catch(() => {});
    isDone = true;
    expect(longestMs).toBeLessThan(50);
  });

  it("ends where it would take too long or too much", async () => {
    const forever = "{% for i in (1..100000000) %}{{ i }}{% endfor %}";
    const nested = "{% for i in (1..9999) %}{% for j in (1..9999) %}{{ j }}{% endfor %}{% endfor %}";
    for (const template of [forever, nested])
      await expect(renderTemplate(template, aNotice(), plain)).rejects.toThrow(/limit exceeded/);
  });
});
