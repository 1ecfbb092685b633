import { expect, it } from "vitest";
import { html, markdown, plain, slack } from "./escape.ts";

it.each([
  ["[a](https://b.example)", "［a］(https:\u200B//b.example)"],
  ["mail @all or ada@example.com", "mail @\u200Ball or ada@\u200Bexample.com"],
  ["_now_ but not close_the_day", "＿now＿ but not close_the_day"],
  ["# one\n- two\n3. three", "\u200B# one\n\u200B- two\n\u200B3. three"],
  ["`a` *b* ~c~ | d", "'a' ＊b＊ ～c～ ｜ d"],
  ["www.a.example javascript:alert(1)", "www\u200B.a.example javascript\u200B:alert(1)"],
])("markdown() takes the meaning from %j", (text, safe) => {
  expect(markdown(text)).toBe(safe);
});

it("plain() leaves out what is not to be seen, and line ends in", () => {
  expect(plain("a\u0000b\u202Ec\r\n\td")).toBe("abc\n\td");
});

it("slack() and html() write what is theirs as entities", () => {
  expect(slack("<!here> & co")).toBe("＜!here＞ &amp; co");
  expect(html('<a href="x">&</a>')).toBe("&lt;a href=&quot;x&quot;&gt;&amp;&lt;/a&gt;");
});
