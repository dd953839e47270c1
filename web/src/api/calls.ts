/** The types of requests and responses, by method and path, from the server's document: `make api` writes schema.d.ts. */
import type { components, paths } from './schema';

/** The types of requests and responses, by their names in the document. */
export type Schemas = components['schemas'];

/** The methods of requests. */
export type Method = 'get' | 'post' | 'put' | 'delete';

/** The paths of the calls of a method, without `/api/`. */
export type Path<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown }
    ? P extends `/api/${infer Rest}`
      ? Rest
      : never
    : never;
}[keyof paths];

type Operation<M extends Method, P extends Path<M>> = `/api/${P}` extends keyof paths ? paths[`/api/${P}`][M] : never;

type Responses<M extends Method, P extends Path<M>> = Operation<M, P> extends { responses: infer R } ? R : never;

type Content<R> = R extends { content: { 'application/json': infer Body } } ? Body : undefined;

/** The body of a successful response. */
export type Answer<M extends Method, P extends Path<M>> = Content<
  Responses<M, P>[keyof Responses<M, P> & (200 | 201 | 204)]
>;

/** The body of a 409 response: something was changed by somebody else. */
export type Refused<M extends Method, P extends Path<M>> = Content<Responses<M, P>[keyof Responses<M, P> & 409]>;

type Parameters<M extends Method, P extends Path<M>> =
  Operation<M, P> extends { parameters: infer R extends { query?: unknown; path?: unknown } }
    ? Pick<R, 'query' | 'path'>
    : never;

/** The body of a request: JSON, or text. */
type Body<M extends Method, P extends Path<M>> =
  Operation<M, P> extends { requestBody: { content: { 'application/json': infer B } } }
    ? { json: B; body?: never } | { json?: never; body: string | Blob }
    : Operation<M, P> extends { requestBody: { content: { 'text/csv': string } } }
      ? { json?: never; body: string }
      : Operation<M, P> extends { requestBody: { content: { 'application/gpx+xml': string } } }
        ? { json?: never; body: Blob }
        : { json?: Record<string, never>; body?: never };

/** The JSON of a request. */
export type Asked<M extends Method, P extends Path<M>> =
  Operation<M, P> extends { requestBody: { content: { 'application/json': infer B } } } ? B : never;

/** Everything of a request. */
type Sent<M extends Method, P extends Path<M>, Extra> = Parameters<M, P> & Body<M, P> & Extra;

/** The arguments after a request's path; optional if the request has no required parameter and no body. */
export type Given<M extends Method, P extends Path<M>, Extra> =
  Partial<Sent<M, P, Extra>> extends Sent<M, P, Extra> ? [sent?: Sent<M, P, Extra>] : [sent: Sent<M, P, Extra>];
