import { html } from "hono/html";
import type { OpenApiOperation } from "../openapi/openapi-document.ts";
import { curlExample } from "./curl-example.ts";
import { inlineCode, type Markup } from "./inline-code.ts";
import { fieldRow, schemaTable } from "./schema-table.ts";

export interface Endpoint {
  readonly path: string;
  readonly method: string;
  readonly operation: OpenApiOperation;
}

/** An operation for people: how to call it, what it takes and what it returns. */
export function renderEndpoint({ path, method, operation }: Endpoint, base: string): Markup {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const body = requestBody?.content["application/json"];
  return html`<article id="${operationId}">
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p class="path"><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
    ${description === undefined ? "" : html`<p>${inlineCode(description)}</p>`}
    <pre tabindex="0"><code>${curlExample(base, path, method, operation)}</code></pre>
    ${
      parameters.length === 0
        ? ""
        : html`<h4>Parameters</h4>
            <div class="scroll">
              <table>
                <thead>
                  <tr>
                    <th>Name</th>
                    <th>Type</th>
                    <th>Meaning</th>
                  </tr>
                </thead>
                <tbody>
                  ${parameters.map((parameter) =>
                    fieldRow(
                      parameter.name,
                      parameter.schema,
                      parameter.required ?? false,
                      `${parameter.description ?? ""} (${parameter.in})`,
                    ),
                  )}
                </tbody>
              </table>
            </div>`
    }
    ${
      body
        ? html`<h4>Body</h4>
            ${schemaTable(body.schema)}`
        : ""
    }
    <h4>Responses</h4>
    ${Object.entries(responses).map(([status, { description: text, content = {} }]) => {
      const [mediaType, media] = Object.entries(content)[0] ?? [];
      const isJson = mediaType === "application/json" && media !== undefined;
      const line = html`<span class="status s${status.charAt(0)}">${status}</span> ${inlineCode(text)}`;
      return isJson
        ? html`<details>
            <summary>${line}</summary>
            ${schemaTable(media.schema)}
          </details>`
        : html`<p>${line}</p>`;
    })}
  </article>`;
}
