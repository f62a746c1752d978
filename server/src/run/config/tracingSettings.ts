import { StartError } from '../common/errors.ts';

/** An OpenTelemetry collector. */
export interface TracingSettings {
  /** Such as http://127.0.0.1:4318, without /v1/traces. */
  endpoint: string;
  /** Sent with each export, such as `api-key=…,tenant=home`. */
  headers: string;
  serviceName: string;
  /** Sampling ratio, 0 to 1. */
  share: number;
}

/**
 * Reads OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME and OTEL_TRACES_SAMPLER_ARG as
 * OpenTelemetry defines them; null without an endpoint.
 * @throws StartError, without the headers, which may contain keys
 */
export function tracingSettings(env: Readonly<Record<string, string | undefined>>): TracingSettings | null {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return null;
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new StartError(
      `OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318, not '${endpoint}'.`,
    );
  const share = Number(env.OTEL_TRACES_SAMPLER_ARG || '1');
  if (!(share >= 0 && share <= 1))
    throw new StartError(
      `OTEL_TRACES_SAMPLER_ARG must be a share of requests from 0 to 1, not '${env.OTEL_TRACES_SAMPLER_ARG}'.`,
    );
  return {
    endpoint: endpoint.replace(/\/$/, ''),
    headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? '',
    serviceName: env.OTEL_SERVICE_NAME || 'lectern',
    share,
  };
}
