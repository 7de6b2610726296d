import { join } from 'node:path'

export interface BrokerPorts {
  amqp: number
  /** Where `rabbitmqctl` reaches it. */
  node: number
  /** Of its own Erlang name service: the usual one is shared by everything on this computer. */
  names: number
}

export const BROKER_SETTINGS = `
loopback_users.guest = true
disk_free_limit.absolute = 50MB
heartbeat = 60
`

/** The wrapper in the search path changes the user, so the programs are called themselves, with every place named. */
export function brokerEnvironment(folder: string, ports: BrokerPorts): NodeJS.ProcessEnv {
  return {
    ...process.env,
    // Without it Erlang takes the words of a command line for Latin-1.
    LC_ALL: 'C.UTF-8',
    // The cookie, which lets `rabbitmqctl` in, is made here.
    HOME: join(folder, 'home'),
    RABBITMQ_NODENAME: `parcel-desk-${ports.amqp}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: `${ports.amqp}`,
    RABBITMQ_DIST_PORT: `${ports.node}`,
    ERL_EPMD_ADDRESS: '127.0.0.1',
    ERL_EPMD_PORT: `${ports.names}`,
    RABBITMQ_MNESIA_BASE: join(folder, 'data'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, 'enabled_plugins'),
    RABBITMQ_CONFIG_FILE: join(folder, 'rabbitmq'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1}',
    // Without a shell between: the process that is started is the broker, and a signal reaches it.
    RUNNING_UNDER_SYSTEMD: 'true',
  }
}
