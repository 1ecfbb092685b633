import { SegmentedControl, Text, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useRefusal } from "../../session/use-may.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { addRefusalWords } from "../tasks/run/refusal-words.ts";
import { InboxRow } from "./inbox-row.tsx";
import { InboxShow } from "./inbox-search.ts";
import { TroubleEvidence } from "./trouble-evidence.tsx";
import { TroubleList } from "./trouble-list.tsx";
import { type InboxItem, useInbox } from "./use-inbox.ts";
import { useTroubles } from "./use-troubles.ts";
import "./inbox.css";

addRefusalWords();

const route = getRouteApi("/inbox");
const ALL = "all";

/** All that waits for people and all that is wrong: decisions for the reader first, then troubles, the most urgent at the top. */
export function InboxPage(): ReactElement {
  const { t } = useTranslation();
  const inbox = useInbox();
  const refusal = useRefusal("runs:read");
  return (
    <Page title={t("inbox.title")}>
      {refusal === null ? (
        <QueryView query={inbox}>{({ items }) => <InboxParts decisions={items} />}</QueryView>
      ) : (
        <EmptyState title={refusal} />
      )}
    </Page>
  );
}

function InboxParts({ decisions }: { readonly decisions: readonly InboxItem[] }): ReactElement {
  const { t } = useTranslation();
  const { show, item } = route.useSearch();
  const navigate = route.useNavigate();
  const { from, items, isKnown } = useTroubles(decisions, show === InboxShow.Mine);
  const own = decisions.filter(({ mayDecide }) => mayDecide);
  const others = show === InboxShow.Mine ? [] : decisions.filter(({ mayDecide }) => !mayDecide);
  const hasDecisions = show !== InboxShow.Broken && show !== InboxShow.Alarms;
  const troubles = items.filter(({ kind }) => isListed(kind, show));
  const selected = troubles.find(({ id }) => id === item) ?? null;
  const select = (id: string | undefined): void =>
    void navigate({ search: (before) => ({ ...before, item: id }), replace: true });
  return (
    <>
      <SegmentedControl
        size="xs"
        className="inbox-show"
        aria-label={t("inbox.show")}
        value={show ?? ALL}
        data={([ALL, ...Object.values(InboxShow)] as const).map((value) => ({
          value,
          label: t(`inbox.showOf.${value}`),
        }))}
        onChange={(chosen) =>
          void navigate({ search: { show: Object.values(InboxShow).find((one) => one === chosen) } })
        }
      />
      <div className="inbox-panes" data-open={selected !== null || undefined}>
        <div className="inbox-lists">
          {hasDecisions && own.length > 0 && <DecisionList title={t("inbox.own")} items={own} />}
          {isKnown && hasDecisions && own.length === 0 && <NothingToDecide isQuiet={troubles.length > 0} />}
          {isKnown && !hasDecisions && troubles.length === 0 && (
            <EmptyState title={t("inbox.nothingWrong")} />
          )}
          {troubles.length > 0 && (
            <TroubleList troubles={troubles} selected={selected} from={from} onSelect={select} />
          )}
          {hasDecisions && others.length > 0 && <DecisionList title={t("inbox.others")} items={others} />}
        </div>
        {selected !== null && (
          <TroubleEvidence
            key={selected.id}
            trouble={selected}
            from={from}
            onClose={() => select(undefined)}
          />
        )}
      </div>
    </>
  );
}

function isListed(kind: "broken" | "alarm", show: InboxShow | undefined): boolean {
  if (show === InboxShow.Decisions) return false;
  if (show === InboxShow.Broken) return kind === "broken";
  return show === InboxShow.Alarms ? kind === "alarm" : true;
}

/** @param isQuiet something else is in the inbox */
function NothingToDecide({ isQuiet }: { readonly isQuiet: boolean }): ReactElement {
  const { t } = useTranslation();
  if (!isQuiet) return <EmptyState title={t("inbox.none")}>{t("inbox.noneHint")}</EmptyState>;
  return (
    <Text size="sm" c="dimmed">
      {t("inbox.none")}
    </Text>
  );
}

interface DecisionListProps {
  readonly title: string;
  readonly items: readonly InboxItem[];
}

function DecisionList({ title, items }: DecisionListProps): ReactElement {
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
