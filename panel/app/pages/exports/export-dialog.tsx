import { Checkbox, SimpleGrid, Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiRequest } from "../../api/call-api.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useSession } from "../../session/use-session.ts";
import { type Permission, mayIn } from "../../session/use-may.ts";
import { browserClock } from "../../time/clock.ts";
import { Time } from "../../time/time.tsx";
import { DialogForm } from "../../ui/dialog-form.tsx";
import { fileSize } from "../../ui/json/file-size.ts";

const DAY_MS = 86_400_000;
const COUNT_CAP = 10_000;
/** Compressed, with a short log; see bench/README.md. */
const RUN_BYTES = 250;

/** Each part and the right to read it. */
const PARTS = {
  definitions: "jobs:read",
  logs: "payloads:read",
  facts: "payloads:read",
  files: "payloads:read",
  history: "jobs:read",
  workers: "workers:read",
  samples: "workers:read",
} as const satisfies Readonly<Record<string, Permission>>;
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as readonly Part[];
/** They may be large, and not everybody wants to give them away. */
const NOT_AT_FIRST: ReadonlySet<Part> = new Set(["files"]);

/** What a list of runs shows. */
export type ShownRuns = NonNullable<ApiRequest<"listInstances">["query"]>;

export interface ExportDialogProps {
  readonly filter: ShownRuns;
  readonly onClose: () => void;
}

/** Asks what goes into a file with the runs that the list shows, and begins to make it. */
export function ExportDialog({ filter, onClose }: ExportDialogProps): ReactElement {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const session = useSession().data;
  const [now] = useState(() => browserClock.now());
  const { app, jobKey, state } = filter;
  const from = filter.from ?? new Date(now - DAY_MS).toISOString();
  const to = filter.to ?? new Date(now).toISOString();
  const readable = NAMES.filter((part) => session === undefined || mayIn(session, PARTS[part], app));
  const [left, setLeft] = useState(NOT_AT_FIRST);
  const include = readable.filter((part) => !left.has(part));
  const found = useApi("listInstances", {
    query: { from, to, app, jobKey, state, limit: 1, count: "capped" },
  });
  const count = found.data?.count ?? 0;
  const begin = useApiChange("createExport", {
    onDone: () => {
      onClose();
      void navigate({ to: "/archives" });
    },
  });
  const others = (["id", "error", "args", "worker"] as const).filter((name) => filter[name] !== undefined);
  return (
    <DialogForm
      title={t("exports.dialogTitle")}
      onClose={onClose}
      submitText={t("exports.begin")}
      isPending={begin.isPending}
      refusal={found.data !== undefined && count === 0 ? t("exports.nothing") : null}
      onSubmit={() =>
        begin.mutate({
          body: {
            from,
            to,
            apps: app === undefined ? null : [app],
            jobs: jobKey === undefined ? null : [jobKey],
            states: state === undefined ? null : [...state],
            include,
          },
        })
      }
    >
      <Text size="sm">{t("exports.dialogHint")}</Text>
      <Text size="sm" component="div">
        <b>{t("exports.range")}</b> <Time at={from} /> – <Time at={to} />
        <br />
        {app === undefined && jobKey === undefined && state === undefined
          ? t("exports.all")
          : `${t("exports.filtered")}: ${[app, jobKey, ...(state ?? [])].filter((one) => one !== undefined).join(", ")}`}
      </Text>
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          {t("exports.notApplied", {
            names: others.map((name) => t(`exports.filterName.${name}`)).join(t("common.separator")),
          })}
        </Text>
      )}
      <Checkbox.Group
        label={t("exports.parts")}
        value={include}
        onChange={(chosen) => setLeft(new Set(NAMES.filter((part) => !chosen.includes(part))))}
      >
        <SimpleGrid cols={2} spacing="xs" mt="xs">
          {readable.map((part) => (
            <Checkbox key={part} size="xs" value={part} label={t(`exports.part.${part}`)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      {count > 0 && (
        <Text size="sm" role="status">
          {count > COUNT_CAP
            ? t("exports.estimateMore", {
                count: COUNT_CAP,
                size: fileSize(COUNT_CAP * RUN_BYTES, i18n.language),
              })
            : t("exports.estimate", { count, size: fileSize(count * RUN_BYTES, i18n.language) })}
        </Text>
      )}
    </DialogForm>
  );
}
