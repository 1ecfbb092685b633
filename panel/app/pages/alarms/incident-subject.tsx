import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Incident } from "../../api/operations.generated.ts";

/** The subject of an incident: a job, an app, a token or the scheduler itself. */
export function IncidentSubject({ incident }: { readonly incident: Incident }): ReactElement {
  const { t } = useTranslation();
  const { app, jobKey, jobName, token, parameters } = incident;
  if (token !== null)
    return (
      <Anchor size="sm" underline="always" renderRoot={(props) => <Link to="/tokens" {...props} />}>
        <bdi>{typeof parameters["token"] === "string" ? parameters["token"] : token}</bdi>
      </Anchor>
    );
  if (jobKey === null)
    return (
      <Text span size="sm">
        {app === null ? t("incidents.tenant") : t("incidents.app", { app })}
      </Text>
    );
  return (
    <Anchor
      size="sm"
      underline="always"
      title={jobKey}
      renderRoot={(props) => <Link to="/jobs/$key" params={{ key: jobKey }} {...props} />}
    >
      <bdi>{jobName ?? jobKey}</bdi>
    </Anchor>
  );
}
