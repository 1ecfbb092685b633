import { Anchor, Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { RotateCcw } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { summaryWords } from "../../../ui/failure/reason-words.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { useShown } from "../run/shown-run.ts";
import type { CauseGroup } from "../causes/cause-groups.ts";
import { MOST_FAILED } from "../causes/use-failed-items.ts";
import type { RunItems } from "./use-run-items.ts";

const FIRST = 5;
const MORE = 40;

interface CauseProps {
  readonly group: CauseGroup;
  /** `null` where nothing can be executed, as of a run in a file. */
  readonly again: RunItems | null;
}

/** Items that failed for one cause. */
export function Cause({ group: { error, isRead, items, pattern }, again }: CauseProps): ReactElement {
  const { t, i18n } = useTranslation();
  const { source } = useShown();
  const [shown, setShown] = useState(FIRST);
  const left = items.length - shown;
  const noErrorWords = isRead ? t("task.batch.noError") : t("task.batch.notRead", { count: MOST_FAILED });
  return (
    <li>
      <p className="batch-cause">
        <b>{items.length} ×</b> {error === null ? noErrorWords : summaryWords(error, i18n.language)}
        {pattern !== null && <span className="dimmed"> ({t("task.batch.all", { pattern })})</span>}
      </p>
      <ul className="batch-group">
        {items.slice(0, shown).map(({ item, value, runId }) => {
          const words = typeof value === "string" ? value : JSON.stringify(value);
          return (
            <li key={item} className="mono">
              {runId === null || source !== null ? (
                <span>{words}</span>
              ) : (
                <Anchor
                  size="sm"
                  inherit
                  renderRoot={(props) => <Link to="/runs/$id" params={{ id: runId }} {...props} />}
                >
                  {words}
                </Anchor>
              )}
            </li>
          );
        })}
      </ul>
      {left > 0 && (
        <Button variant="default" size="compact-xs" onClick={() => setShown(shown + MORE)}>
          {t("task.batch.more", { count: Math.min(MORE, left) })}
        </Button>
      )}
      {again !== null && <SomeAgain items={items.map(({ item }) => item)} again={again} />}
    </li>
  );
}

interface SomeAgainProps {
  readonly items: readonly number[];
  readonly again: RunItems;
}

/** Executes these items again, and no other ones. */
export function SomeAgain({ items, again }: SomeAgainProps): ReactNode {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  return (
    <RefusableButton
      variant="subtle"
      size="compact-xs"
      refusal={again.refusal}
      loading={again.isPending}
      leftSection={<RotateCcw size={12} aria-hidden="true" />}
      onClick={() => again.run(items)}
    >
      {t(again.inNewRun ? "task.batch.theseAgainOver" : "task.batch.theseAgain", { count: items.length })}
    </RefusableButton>
  );
}
