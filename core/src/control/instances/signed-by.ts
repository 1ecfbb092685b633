/** Only the program itself says on whose behalf it asks; any other principal is kept as what it is. */
export function signedBy<Request extends { readonly by?: string }>(
  by: string | null,
  request: Request,
): Request {
  return by === null ? request : { ...request, by };
}
