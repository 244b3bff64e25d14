exports.host = 'browser'
