import { OPERATIONS, type Operations } from "./operations.generated.ts";

export type OperationId = keyof Operations;
/** The response of an operation. */
export type OperationResponse<Id extends OperationId> = Operations[Id]["answer"];

type Part<Name extends string, Type> = [Type] extends [undefined]
  ? { readonly [N in Name]?: undefined }
  : Partial<Type> extends Type
    ? { readonly [N in Name]?: Type }
    : { readonly [N in Name]: Type };

/** The request of an operation; a part that is needed cannot be left out. */
export type OperationRequest<Id extends OperationId> = Part<"path", Operations[Id]["path"]> &
  Part<"query", Operations[Id]["query"]> &
  Part<"body", Operations[Id]["body"]>;

type QueryValue =
  | string
  | number
  | boolean
  | readonly string[]
  /** Members by name, as `args.NAME=value`. */
  | Readonly<Record<string, string>>
  | undefined;

/**
 * Where an operation is found.
 * @param root the address that the API is mounted at, with a slash at its end
 */
export function operationUrl<Id extends OperationId>(
  id: Id,
  request: Omit<OperationRequest<Id>, "body">,
  root: string,
): string {
  const { path = {}, query = {} } = request as {
    readonly path?: Readonly<Record<string, string | number>>;
    readonly query?: Readonly<Record<string, QueryValue>>;
  };
  const filled = OPERATIONS[id].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(path[name] ?? ""),
  );
  const url = new URL(filled, root);
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === "object" && !Array.isArray(value)) {
      for (const [member, text] of Object.entries(value)) url.searchParams.set(`${name}.${member}`, text);
      continue;
    }
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") url.searchParams.set(name, text);
  }
  return url.href;
}
