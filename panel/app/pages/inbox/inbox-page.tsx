import { Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useRefusal } from "../../session/use-may.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { addRefusalWords } from "../tasks/run/refusal-words.ts";
import { InboxRow } from "./inbox-row.tsx";
import { type InboxItem, useInbox } from "./use-inbox.ts";
import "./inbox.css";

addRefusalWords();

/** The items that wait for people: those for the reader first, the longest wait at the top. */
export function InboxPage(): ReactElement {
  const { t } = useTranslation();
  const inbox = useInbox();
  const refusal = useRefusal("runs:read");
  return (
    <Page title={t("inbox.title")}>
      {refusal === null ? (
        <QueryView query={inbox}>{({ items }) => <InboxParts items={items} />}</QueryView>
      ) : (
        <EmptyState title={refusal} />
      )}
    </Page>
  );
}

function InboxParts({ items }: { readonly items: readonly InboxItem[] }): ReactElement {
  const { t } = useTranslation();
  const own = items.filter(({ mayDecide }) => mayDecide);
  const others = items.filter(({ mayDecide }) => !mayDecide);
  return (
    <>
      {own.length === 0 ? (
        <EmptyState title={t("inbox.none")}>{t("inbox.noneHint")}</EmptyState>
      ) : (
        <InboxList title={t("inbox.own")} items={own} />
      )}
      {others.length > 0 && <InboxList title={t("inbox.others")} items={others} />}
    </>
  );
}

interface InboxListProps {
  readonly title: string;
  readonly items: readonly InboxItem[];
}

function InboxList({ title, items }: InboxListProps): ReactElement {
  return (
    <section>
      <Title order={2} size="h4">
        {title}
      </Title>
      <ul className="inbox" aria-label={title}>
        {items.map((item) => (
          <InboxRow key={`${item.runId} ${item.node}`} item={item} />
        ))}
      </ul>
    </section>
  );
}
