import { Group, NativeSelect, NumberInput, Stack, Text } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Operations } from "../../api/operations.generated.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { useNow } from "../../time/use-now.ts";
import { ErrorState } from "../../ui/page/error-state.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import type { BackfillOf } from "./backfill-of.ts";
import { BackfillList } from "./backfill-list.tsx";
import { DayGrid } from "./day-grid.tsx";
import { type DayRange, type PlannedDay, rangeOf } from "./day-range.ts";
import "./backfill.css";

const A_DAY_MS = 86_400_000;
/** How far the clock of a browser may be ahead, and what fires now is left to the schedule. */
const A_MINUTE_MS = 60_000;
/** How far back days are shown. */
const WINDOWS = { "31d": 31, "7d": 7, "24h": 1, "1h": 1 / 24 } as const;
type Window = keyof typeof WINDOWS;
const WINDOW_WORDS = {
  "31d": "instances.last30d",
  "7d": "instances.last7d",
  "24h": "instances.last24h",
  "1h": "instances.last1h",
} as const;
const ONLY = ["missing", "failed", "all"] as const;
const ORDERS = ["oldest", "newest"] as const;
const MOST_AT_ONCE = 100;

type Only = (typeof ONLY)[number];
type Order = (typeof ORDERS)[number];

export interface BackfillPartProps {
  readonly of: BackfillOf;
  /** The app of it. */
  readonly app: string;
}

/** The times that were missed or never planned, by day, and how they are made up for. */
export function BackfillPart({ of, app }: BackfillPartProps): ReactElement {
  const { t } = useTranslation();
  const [window, setWindow] = useState<Window>("31d");
  const nowMs = useNow();
  const [to] = useState(nowMs - A_MINUTE_MS);
  const range = instants(to - WINDOWS[window] * A_DAY_MS, to);
  const days = useApi("previewBackfill", { body: { ...of, ...range } }, { keepPrevious: true });
  const [chosen, setChosen] = useState<DayRange | null>(null);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="end">
        <Text size="sm" c="dimmed" maw={640}>
          {t("backfill.explanation")}
        </Text>
        <NativeSelect
          aria-label={t("backfill.window")}
          value={window}
          data={(Object.keys(WINDOWS) as Window[]).map((value) => ({ value, label: t(WINDOW_WORDS[value]) }))}
          onChange={({ currentTarget }) => {
            setWindow(currentTarget.value as Window);
            setChosen(null);
          }}
        />
      </Group>
      <QueryView query={days}>
        {(preview) => (
          <>
            <DayGrid days={preview.days} chosen={chosen} onChoose={setChosen} />
            <BeginForm
              of={of}
              app={app}
              range={chosen === null ? null : rangeOf(preview.days, chosen)}
              days={preview.days}
              onChoose={setChosen}
            />
          </>
        )}
      </QueryView>
      <BackfillList of={of} />
    </Stack>
  );
}

interface BeginFormProps extends BackfillPartProps {
  readonly range: Range | null;
  readonly days: readonly PlannedDay[];
  readonly onChoose: (range: DayRange | null) => void;
}

type Range = Pick<Operations["previewBackfill"]["body"], "from" | "to">;

/** How the chosen days are made up for, and how many runs that takes. */
function BeginForm({ of, app, range, days, onChoose }: BeginFormProps): ReactElement {
  const { t } = useTranslation();
  const [only, setOnly] = useState<Only>("missing");
  const [order, setOrder] = useState<Order>("oldest");
  const [atOnce, setAtOnce] = useState(1);
  const mayNot = useRefusal("runs:trigger", app);
  const request = { ...of, ...(range ?? { from: "", to: "" }), only, order, atOnce };
  const counted = useApi(
    "previewBackfill",
    { body: request },
    { enabled: range !== null, keepPrevious: true },
  );
  const create = useApiChange("createBackfill", {
    onDone: () => {
      notifyDone(t("backfill.begun"));
      onChoose(null);
    },
    onFailed: () => {},
  });
  const count = range === null ? undefined : counted.data?.toCreate;
  const missing = days.flatMap(({ missing: lacking, skipped }, index) =>
    lacking + skipped > 0 ? [index] : [],
  );
  const [first] = missing;
  const refusal =
    mayNot ?? (range === null ? t("backfill.chooseFirst") : count === 0 ? t("backfill.noneNeeded") : null);
  return (
    <Stack gap="xs">
      <Group align="end" gap="sm">
        <NativeSelect
          label={t("backfill.only")}
          value={only}
          data={ONLY.map((value) => ({ value, label: t(`backfill.onlyOf.${value}`) }))}
          onChange={({ currentTarget }) => setOnly(currentTarget.value as Only)}
        />
        <NativeSelect
          label={t("backfill.order")}
          value={order}
          data={ORDERS.map((value) => ({ value, label: t(`backfill.orderOf.${value}`) }))}
          onChange={({ currentTarget }) => setOrder(currentTarget.value as Order)}
        />
        <NumberInput
          label={t("backfill.atOnce")}
          w={90}
          min={1}
          max={MOST_AT_ONCE}
          clampBehavior="strict"
          allowDecimal={false}
          value={atOnce}
          onChange={(value) => setAtOnce(Math.max(1, Number(value)))}
        />
        <RefusableButton
          refusal={first === undefined ? t("backfill.noneNeeded") : null}
          variant="default"
          onClick={() => onChoose({ first: first ?? 0, last: missing.at(-1) ?? 0 })}
        >
          {t("backfill.allMissing")}
        </RefusableButton>
        <RefusableButton
          refusal={refusal}
          loading={create.isPending}
          onClick={() => create.mutate({ body: request })}
        >
          {t("backfill.begin")}
        </RefusableButton>
      </Group>
      <Text size="sm" role="status">
        {count === undefined ? t("backfill.chooseFirst") : t("backfill.chosen", { count })}
      </Text>
      {create.error && <ErrorState error={create.error} />}
    </Stack>
  );
}

function instants(from: number, to: number): Range {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
