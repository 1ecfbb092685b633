import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { CirclePause, type LucideIcon, UserCheck } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { Relative, Time } from "../../time/time.tsx";
import { ErrorCode } from "../../ui/error-code.tsx";
import { InboxActs } from "./inbox-acts.tsx";
import { afterwards, givenWords, whoMay } from "./inbox-words.ts";
import type { InboxItem } from "./use-inbox.ts";

const LOOKS: Readonly<Record<InboxItem["kind"], { readonly Icon: LucideIcon; readonly tone: string }>> = {
  approval: { Icon: UserCheck, tone: "inbox-approval" },
  held: { Icon: CirclePause, tone: "tone-warning" },
};

/** As the arguments of a run that was given none are written. */
const NO_ARGS = "{}";

/** One thing that waits: what it is, with which values, who asked, who may, since when and until when; and what decides it. */
export function InboxRow({ item }: { readonly item: InboxItem }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const { kind, runId, jobKey, node, title, argsPreview, askedBy, since, until, approval } = item;
  const { Icon, tone } = LOOKS[kind];
  const given = approval === null ? null : givenWords(approval, t, nameOf);
  return (
    <li className="inbox-item">
      <Icon size={18} className={`inbox-icon ${tone}`} role="img" aria-label={t(`inbox.kind.${kind}`)} />
      <div className="inbox-text">
        <div>
          <Anchor
            size="sm"
            fw={600}
            c="var(--mantine-color-text)"
            renderRoot={(props) => <Link to="/runs/$id" params={{ id: runId }} {...props} />}
          >
            <bdi>{title ?? node ?? jobKey}</bdi>
          </Anchor>
          {" · "}
          <Anchor
            size="sm"
            underline="always"
            renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}
          >
            <bdi>{jobKey}</bdi>
          </Anchor>
        </div>
        {kind === "held" && <Failed failed={item.failed} />}
        {argsPreview !== null && argsPreview !== NO_ARGS && (
          <div className="inbox-args mono">{argsPreview}</div>
        )}
        <dl className="inbox-facts">
          <Fact name={t("inbox.askedBy")}>
            {askedBy === null || askedBy === "" ? t("inbox.nobody") : nameOf(askedBy)}
          </Fact>
          <Fact name={t("inbox.since")}>
            <span className="nowrap" title={since}>
              <Relative at={since} />
            </span>
          </Fact>
          {until !== null && (
            <Fact name={t("inbox.until")}>
              <span>
                <Time at={until} />
                {afterwards(item, t)}
              </span>
            </Fact>
          )}
          <Fact name={t("inbox.who")}>{whoMay(item, t, nameOf)}</Fact>
          {given !== null && <Fact name={t("inbox.soFar")}>{given}</Fact>}
        </dl>
      </div>
      <InboxActs item={item} />
    </li>
  );
}

function Failed({ failed }: Pick<InboxItem, "failed">): ReactElement {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm">{t("inbox.failed")}</Text>
      <ul className="inbox-failed">
        {failed.map(({ node, title, code, cause }) => (
          <li key={node}>
            <bdi>{title ?? node}</bdi>
            {": "}
            {cause !== null && cause !== code ? (
              <bdi>{cause}</bdi>
            ) : (
              code !== null && <ErrorCode code={code} number={null} />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
