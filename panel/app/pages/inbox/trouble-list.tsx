import { Title } from "@mantine/core";
import type { KeyboardEvent, ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { TickAll } from "../../ui/table/selection-bar.tsx";
import { useTicks } from "../../ui/table/use-ticks.ts";
import { TroubleBar } from "./trouble-bar.tsx";
import { TroubleLine } from "./trouble-line.tsx";
import type { Trouble } from "./troubles.ts";

const NEXT: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

export interface TroubleListProps {
  readonly troubles: readonly Trouble[];
  readonly selected: Trouble | null;
  /** Since when failures are counted. */
  readonly from: string;
  readonly onSelect: (id: string) => void;
}

/** What is wrong, a line each: j and k go through them, Enter opens one, x ticks it. */
export function TroubleList({ troubles, selected, from, onSelect }: TroubleListProps): ReactElement {
  const { t } = useTranslation();
  const ticks = useTicks(troubles.map(({ id }) => id));
  const keyed = (event: KeyboardEvent<HTMLUListElement>): void => {
    const lines = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-trouble]")];
    const at = lines.findIndex((line) => line === document.activeElement);
    const id = lines[at]?.dataset["trouble"];
    if (id === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = NEXT[event.key];
    if (step !== undefined) lines[at + step]?.focus();
    else if (event.key === "x") ticks.tick(id, !ticks.has(id));
    else return;
    event.preventDefault();
  };
  return (
    <section>
      <Title order={2} size="h4" className="inbox-head">
        <TickAll ticks={ticks} count={troubles.length} />
        {t("inbox.broken")}
      </Title>
      <ul className="inbox" aria-label={t("inbox.broken")} onKeyDown={keyed}>
        {troubles.map((trouble) => (
          <TroubleLine
            key={trouble.id}
            trouble={trouble}
            isSelected={trouble.id === selected?.id}
            isTicked={ticks.has(trouble.id)}
            onTick={ticks.tick}
            onSelect={onSelect}
          />
        ))}
      </ul>
      <TroubleBar ticks={ticks} troubles={troubles} from={from} />
    </section>
  );
}
