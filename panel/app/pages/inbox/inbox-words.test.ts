import i18next from "i18next";
import { beforeAll, expect, it } from "vitest";
import { EN } from "../../i18n/en.ts";
import { INBOX_EN } from "../../words/en/inbox.ts";
import { afterwards, decideRefusal, givenWords, whoMay } from "./inbox-words.ts";
import type { InboxItem } from "./use-inbox.ts";

const words = i18next.createInstance();

beforeAll(async () => {
  await words.init({ lng: "en", resources: { en: { translation: { ...EN, inbox: INBOX_EN } } } });
});

const ITEM: InboxItem = {
  kind: "approval",
  runId: "1",
  jobKey: "refund",
  app: "shop",
  argsPreview: null,
  askedBy: null,
  startedAt: "2026-11-28T00:00:00Z",
  since: "2026-11-28T00:00:00Z",
  until: null,
  node: "sign",
  title: null,
  failed: [],
  approval: {
    users: [],
    roles: [],
    quorum: 1,
    notTheStarter: false,
    given: [],
    onTimeout: "refused",
    form: null,
  },
  mayDecide: false,
};

function withApproval(change: Partial<NonNullable<InboxItem["approval"]>>): InboxItem {
  return { ...ITEM, approval: { ...ITEM.approval!, ...change } };
}

it("whoMay() names people and permissions, and everybody who operates runs where none is named", () => {
  expect(whoMay(ITEM, words.t)).toBe("everybody with runs:operate in app shop");
  const named = withApproval({ users: ["user:li"], roles: ["runs:cancel"], notTheStarter: true });
  expect(whoMay(named, words.t)).toBe("li, everybody with runs:cancel, but not who started it");
});

it("givenWords() counts those who approved where several have to", () => {
  expect(givenWords(ITEM.approval!, words.t)).toBeNull();
  const { approval } = withApproval({ quorum: 2, given: ["user:li"] });
  expect(givenWords(approval!, words.t)).toBe("1 of 2 approved (li)");
});

it("afterwards() says what becomes of it where nobody decides", () => {
  expect(afterwards(ITEM, words.t)).toBe(", then it is refused");
  expect(afterwards(withApproval({ onTimeout: "approved" }), words.t)).toBe(", then it is approved");
  expect(afterwards({ kind: "held", approval: null }, words.t)).toBe(", then it fails");
});

it("decideRefusal() says who decides instead of the reader", () => {
  expect(decideRefusal(withApproval({ users: ["user:li"] }), words.t)).toContain("li");
  expect(decideRefusal({ ...ITEM, mayDecide: true }, words.t)).toBeNull();
});
