import { getRouteApi } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { Page } from "../../../ui/page/page.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { initialValue } from "../../../ui/schema/schema-shape.ts";
import { RunForm } from "./run-form.tsx";
import "../detail/job.css";
import "./run-form.css";

const route = getRouteApi("/jobs/$key/run");

/** Where a run is put together: its arguments, and when. `from` names the run it begins as a copy of. */
export function RunJobPage(): ReactElement {
  const { t } = useTranslation();
  const { key } = route.useParams();
  const { from } = route.useSearch();
  const job = useApi("getJob", { path: { key } });
  return (
    <Page title={t("jobs.runTitle", { name: job.data?.options.name ?? key })}>
      <QueryView query={job}>
        {(detail) =>
          from === undefined ? (
            <RunForm key={key} job={detail} argsText={initialText(detail)} />
          ) : (
            <CopiedRun key={from} job={detail} from={from} />
          )
        }
      </QueryView>
    </Page>
  );
}

interface CopiedRunProps {
  readonly job: Parameters<typeof RunForm>[0]["job"];
  readonly from: string;
}

function CopiedRun({ job, from }: CopiedRunProps): ReactElement {
  const run = useApi("getInstance", { path: { id: from } });
  return (
    <QueryView query={run}>
      {({ args }) => <RunForm job={job} from={from} argsText={written(args ?? undefined)} />}
    </QueryView>
  );
}

/** A recurring job's own arguments; of another job those that its schema begins with. */
function initialText({ kind, args, argsSchema }: Parameters<typeof RunForm>[0]["job"]): string {
  if (kind === "recurring") return written(args ?? undefined);
  return argsSchema === null ? "" : written(initialValue(argsSchema, argsSchema));
}

function written(args: unknown): string {
  return args === undefined ? "" : JSON.stringify(args, null, 2);
}
