import { getRouteApi } from "@tanstack/react-router";
import { type ReactElement, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { browserClock } from "../../../time/clock.ts";
import { type JobState, StateIcon } from "../../../ui/state-badge.tsx";
import { useFilterChange } from "./runs-filter.tsx";
import { STATES } from "./runs-search.ts";
import { isFiltered, shardsOf, windowStart } from "./pinned-list.ts";

const route = getRouteApi("/runs");

const COUNT_EVERY_MS = 5000;

/** The states, to be switched on and off; with the numbers of the runs that the rest of the filter finds, unless it is a text. */
export function StateChips(): ReactElement {
  const { t, i18n } = useTranslation();
  const search = route.useSearch();
  const change = useFilterChange();
  const { search: text, jobKey, app, window, to } = search;
  const from = useMemo(
    () => windowStart({ window, from: search.from }, browserClock.now()),
    [window, search.from],
  );
  const isPlain = !isFiltered({ ...search, state: undefined });
  const overview = useApi("getOverview", {}, { enabled: isPlain, everyMs: 2000 });
  const counted = useApi(
    "countInstances",
    { query: { jobKey, app, from, to, ...shardsOf(search) } },
    { enabled: !isPlain && text === undefined, everyMs: COUNT_EVERY_MS, keepPrevious: true },
  );
  const counts = isPlain ? overview.data?.counts : text === undefined ? counted.data : undefined;
  const chosen = search.state ?? [];
  const number = new Intl.NumberFormat(i18n.language, { notation: "compact" });
  const toggle = (state: JobState): void =>
    change(({ state: before = [] }) => {
      const next = STATES.filter((one) => (one === state) !== before.includes(one));
      return { state: next.length === 0 ? undefined : next };
    });
  return (
    <div className="state-chips" role="group" aria-label={t("instances.states")}>
      <button
        type="button"
        className="state-chip"
        aria-pressed={chosen.length === 0}
        onClick={() => change({ state: undefined })}
      >
        {t("common.all")}
      </button>
      {STATES.map((state) => (
        <button
          key={state}
          type="button"
          className="state-chip"
          aria-pressed={chosen.includes(state)}
          onClick={() => toggle(state)}
        >
          <StateIcon state={state} />
          {t(`state.${state}`)}
          {counts && <span className="state-chip-count">{number.format(counts[state])}</span>}
        </button>
      ))}
    </div>
  );
}
