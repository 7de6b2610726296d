import { BENCH_TOKEN } from '../service/search-answer.ts'

export interface NginxPlan {
  /** Absolute folder for everything that nginx writes. */
  folder: string
  siteRoot: string
  echoModule: string
  isRoot: boolean
  certificate: { certificateFile: string; keyFile: string }
  port: number
  delayMs: number
  isEncrypted: boolean
}

/**
 * One server for all tools. The delay is made by the echo module inside nginx: it blocks nothing and needs
 * no second process on the cores that the tools run on. Beside a small Node server with a timer it let wget2 come as
 * near to the floor of 3.125 s (2,000 answers of 25 ms, 16 at a time): 3.28 s against 3.29 s, medians of five.
 */
export function nginxConfig(plan: NginxPlan): string {
  return `load_module ${plan.echoModule};
${plan.isRoot ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${plan.folder}/nginx.pid;
error_log ${plan.folder}/error.log warn;
events { worker_connections 512; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  tcp_nodelay on;
  keepalive_timeout 65;
  keepalive_requests 100000;
  default_type application/octet-stream;
${temporaryPaths(plan.folder)}
${answers(plan.siteRoot)}
  server {
    listen 127.0.0.1:${plan.port}${plan.isEncrypted ? ' ssl' : ''};
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_certificate ${plan.certificate.certificateFile};
    ssl_certificate_key ${plan.certificate.keyFile};
    ${guard} ${plan.delayMs === 0 ? plainLocations : delayedLocations(plan.delayMs)}
  }
}
`
}

/** A static file answers a POST with 405: the error page then is the answer, chosen by the offset asked for. */
function answers(siteRoot: string): string {
  return `
  map $uri $expected_authorization {
    default "Bearer ${BENCH_TOKEN}";
    /v3/common/oauth2/token $http_authorization;
  }
  map $arg_offset $search_page { default beyond; "" first; 0 first; }
  root ${siteRoot};
  error_page 405 =200 /pages/$search_page;`
}

const guard = 'if ($http_authorization != $expected_authorization) { return 401; }'
const plainLocations = 'location /pages/ { internal; }'
// The pages stand outside the delayed location, or a search would wait twice: once as itself, once as its error page.
const delayedLocations = (delayMs: number): string =>
  `location / { echo_sleep ${delayMs / 1000}; echo_exec @answer; } location @answer { } ${plainLocations}`

function temporaryPaths(folder: string): string {
  const uses = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return uses.map((use) => `  ${use}_temp_path ${folder}/${use};`).join('\n')
}
