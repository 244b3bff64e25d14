exports.host = require('os').hostname()
