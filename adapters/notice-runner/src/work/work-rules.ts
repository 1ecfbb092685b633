import { issueAt, wanted } from "@mojob/core/engine";
import { secretsIn, type WorkKindRules } from "@mojob/core/ports";
import * as v from "valibot";
import { NOTICE_KIND, NoticeService, type NoticeSetting, type NoticeWork, SETTINGS } from "./notice-work.ts";

const LONGEST_TEMPLATE = 10_000;
const MOST_RECEIVERS = 50;

const text = (max: number) =>
  v.pipe(
    v.string(wanted("not_text")),
    v.minLength(1, wanted("empty")),
    v.maxLength(max, wanted("too_long", { max })),
  );

/** The characters that may stand on each side of the `@`: none that ends an address, or begins another one or a header. */
const PART = String.raw`[^\s\p{Cc}@<>,;:"()\\]+`;
const ADDRESS = `${PART}@${PART}`;
/** One address, or a name with one in brackets and nothing else in it that a mail server could take for an address. */
const MAILBOX = new RegExp(
  String.raw`^(?:${ADDRESS}|(?:[^\p{Cc}@<>,;:"()\\]+|"[^\p{Cc}@<>"\\]*") ?<${ADDRESS}>)$`,
  "u",
);

const mailbox = v.pipe(text(320), v.regex(MAILBOX, "must be an address like ops@example.com"));

const SERVICES = Object.values(NoticeService);

const schema = v.pipe(
  v.strictObject({
    kind: v.literal(NOTICE_KIND),
    service: v.picklist(SERVICES, wanted("not_one_of", { values: SERVICES })),
    url: v.exactOptional(text(8192)),
    secret: v.exactOptional(text(1024)),
    previousSecret: v.exactOptional(text(1024)),
    user: v.exactOptional(text(256)),
    to: v.exactOptional(
      v.pipe(
        v.array(mailbox, wanted("not_list")),
        v.minLength(1, wanted("too_few", { min: 1 })),
        v.maxLength(MOST_RECEIVERS, wanted("too_many", { max: MOST_RECEIVERS })),
      ),
    ),
    from: v.exactOptional(mailbox),
    template: v.exactOptional(text(LONGEST_TEMPLATE)),
  }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [name, message] of mistakesIn(dataset.value))
      addIssue({
        message,
        path: [{ type: "object", origin: "value", input: dataset.value, key: name, value: null }],
      });
  }),
);

type Given = { readonly service: NoticeService } & { readonly [name in NoticeSetting]?: unknown };

function mistakesIn(work: Given): readonly (readonly [NoticeSetting, string])[] {
  const { needs, takes } = SETTINGS[work.service];
  const known: readonly string[] = ["kind", "service", ...needs, ...takes];
  return [
    ...needs.filter((name) => work[name] === undefined).map((name) => [name, wanted("required")] as const),
    ...Object.keys(work)
      .filter((name) => !known.includes(name))
      .map((name) => [name, wanted("unknown_name")] as const),
  ];
}

/** The rules of work that sends notices; `noticeRunner` registers them with `registerWorkKind`, as do the management API and the server. */
export const NOTICE_WORK: WorkKindRules<NoticeWork> = {
  kind: NOTICE_KIND,
  schema,
  canBeTried: true,
  offeredName: ({ service }) => service,
  notOffered: (_, values) => issueAt("/work/service", "not_one_of", { values }),
  secrets: ({ url = "", secret = "", previousSecret = "", user = "" }) =>
    [url, secret, previousSecret, user].flatMap(secretsIn),
};
